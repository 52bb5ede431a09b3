"""Pools of games that are rated together, their posting numbers and their lists."""
