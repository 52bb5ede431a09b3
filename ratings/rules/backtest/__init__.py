"""What a system or an edition would have made of a pool's history, and how well it
predicts.
"""
