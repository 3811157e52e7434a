"""What hooks are and do. No notebooks and no widgets here."""
