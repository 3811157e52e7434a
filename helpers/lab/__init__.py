"""The lab without its picture: a small model, its training, and hooks to turn on and off."""
