"""One pure function a figure: rows in, a `Figure` with its findings out."""
