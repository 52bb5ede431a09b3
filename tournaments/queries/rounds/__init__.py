"""Rounds as they are paired: what a system proposes, what a person needs and asks."""
