"""The figures. `python -m bench` prints all as JSON lines, `python -m bench rules startup` some; each module here has one `measure()`."""
