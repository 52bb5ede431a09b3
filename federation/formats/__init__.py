"""How dates, numbers and tables are written: in each language, as pages and as files."""
