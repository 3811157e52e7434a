"""The commands of ``python -m helpers``, a module each."""
