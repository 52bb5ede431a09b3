"""What was removed by mistake, and is put back."""
