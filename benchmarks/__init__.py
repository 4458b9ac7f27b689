"""What ncleaner costs, measured: ``python -m benchmarks`` prints every figure beside the limit it must keep."""
