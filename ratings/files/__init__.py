"""Reading uploaded files: tables, archives, spellings."""
