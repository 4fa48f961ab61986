"""Data in drawings: expressions bound to elements, each drawing remembered for the rows to come."""
