"""Why a fact is broken: the values that made it false, and the rows that carry the difference."""
