"""What the kinds of component need beyond rows: boards, boxes, trays, and pieces of many rows."""
