"""Properties of the whole product: its source, its words, its pages and its acts."""
