"""The calendar of tournaments, and copying a tournament to plan next year's."""
