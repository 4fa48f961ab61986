"""Files as people save them: text, tables, YAML; every value keeps its file, line and column."""
