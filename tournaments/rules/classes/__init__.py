"""Classes of players (SSF §5–7 and Bilaga 1): ranks, sections, and movements up or
down.
"""
