"""The PDF back end: content streams are written here, the file structure by reportlab."""
