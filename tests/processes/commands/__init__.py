"""Programs that tests run beside an office, each as `python -m …`."""
