"""One office on two machines: each a network namespace, with a virtual cable between
them.
"""
