"""Tables for `pnp count`: distributions of columns, cross tables, odds of opening hands."""
