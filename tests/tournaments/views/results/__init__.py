"""Results, who entered and corrected them, and the standings they make."""
