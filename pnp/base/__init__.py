"""What everything stands on: units, sizes, colours, how eyes see them, errors and findings."""
