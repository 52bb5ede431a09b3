"""Carrying corrections: approved periods stay as computed; late changes are booked in
the open one.
"""
