"""Duplicate tournaments in the hall: rounds of tables with the same dice."""
