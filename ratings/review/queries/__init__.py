"""Questions about the review of reports."""
