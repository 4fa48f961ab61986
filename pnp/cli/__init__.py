"""The command line: words and exit codes. Everything else is called, and returns values."""
