"""Running a hall: processes, administration, metrics, upkeep."""
