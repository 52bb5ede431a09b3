"""The calendar of tournaments, and next year’s planned from the last."""
