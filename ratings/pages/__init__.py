"""What the pages of several subjects share: the chosen pool, words, tables, forms."""
