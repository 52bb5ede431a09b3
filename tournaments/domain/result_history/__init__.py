"""Every change of a result is kept, and can be taken back."""
