"""The PDF back end: content streams are written here, the file around them by reportlab."""
