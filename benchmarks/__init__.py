"""What Quincunx promises about speed and size, measured: `make bench`, or `python -m benchmarks [NAME …]`.

Each module has `run(repeats) -> list[Row]`. Things that are compared take turns in one run on one core, and are timed
by the processor's clock, so that a busy machine slows both alike.
"""
