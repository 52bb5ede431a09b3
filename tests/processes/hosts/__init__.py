"""One office on two machines: each a network namespace, with a cable between them."""
