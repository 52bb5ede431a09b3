"""Rounds as they are paired: what a system proposes, and what an organiser needs to
know.
"""
