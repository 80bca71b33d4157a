"""What the hall keeps on disk: steps, tables, records. Raises `StoreError` only."""
