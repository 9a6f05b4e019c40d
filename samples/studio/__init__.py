"""Draws packages with barcodes and photographs them: code → label → package on a table → lens and sensor → JPEG."""
