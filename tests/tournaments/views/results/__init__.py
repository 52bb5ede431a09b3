"""Results, who entered and corrected them, and the resulting standings."""
