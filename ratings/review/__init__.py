"""The officers' inbox, and the judgement of a report."""
