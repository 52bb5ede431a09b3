"""Reports, games and editions: what is posted and never rewritten."""
