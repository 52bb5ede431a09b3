"""Parts shared by the pages of several subjects: the chosen pool, words, tables, forms."""
