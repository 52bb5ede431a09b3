"""Storing what is removed by mistake, and putting it back."""
