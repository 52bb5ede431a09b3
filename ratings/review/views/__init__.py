"""Pages of the review of reports."""
