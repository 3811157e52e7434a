"""Views that mirror plain objects. No marking here, and no hook that the reader can't see."""
