"""The hall's data on disk: steps, tables, records. Raises `StoreError` only."""
