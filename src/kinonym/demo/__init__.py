"""What `kinonym demo` needs: made-up discharge records and the recipe that masks them."""
