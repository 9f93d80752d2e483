"""`python -m kinonym` is the command `kinonym`."""

from kinonym.cli import main

main()
