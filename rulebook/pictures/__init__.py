"""Pictures: SVG made from the model. Plain shapes and letters, in millimetres, readable in grey; no files from outside."""
