"""The tests; a package, so that no installed package of that name hides what they share."""
