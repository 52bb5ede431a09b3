"""Files that people bring: tables, archives, spellings."""
