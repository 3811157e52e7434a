"""Answers to gradient-reversal from which the specimens of its mistakes are made."""

from __future__ import annotations

TENSOR = (
    "class Reversal(nn.Module):\n"
    "    def __init__(self, strength):\n"
    "        super().__init__()\n"
    "        self.strength = strength\n"
    "    def forward(self, x):\n"
    "        y = x.view_as(x)\n"
    "        if y.requires_grad:\n"
    "            y.register_hook(lambda grad: -self.strength * grad)\n"
    "        return y\n"
)
"""A right answer with a tensor hook."""
MODULE = (
    "class Reversal(nn.Module):\n"
    "    def __init__(self, strength):\n"
    "        super().__init__()\n"
    "        self.strength = strength\n"
    "        self.register_full_backward_hook(turn)\n"
    "    def forward(self, x):\n"
    "        return x\n"
    "def turn(module, grad_input, grad_output):\n"
    "    return (-module.strength * grad_input[0],)\n"
)
"""A right answer with a full backward hook."""
FUNCTION = (
    "class Turn(torch.autograd.Function):\n"
    "    @staticmethod\n    def forward(ctx, x, layer):\n"
    "        ctx.layer = layer\n        return x.view_as(x)\n"
    "    @staticmethod\n    def backward(ctx, grad):\n"
    "        return -ctx.layer.strength * grad, None\n"
    "class Reversal(nn.Module):\n"
    "    def __init__(self, strength):\n        super().__init__()\n"
    "        self.strength = strength\n"
    "    def forward(self, x):\n        return Turn.apply(x, self)\n"
)
"""The right numbers, without a hook."""
