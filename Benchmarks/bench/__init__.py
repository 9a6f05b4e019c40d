"""hsync's measurements against the tools that people use today. One section a file; `Benchmarks/run` prints one table."""
