"""The right answer to gradient-flow in pieces, to make wrong ones of it."""

from __future__ import annotations

HEAD = "def gradient_flow(model, step):\n    caught, handles = {}, []\n"
LOOP = (
    "    layers = [(n, m) for n, m in model.named_modules() if hasattr(m, 'weight')]\n"
    "    for name, layer in layers:\n"
)
HOOK = (
    "        def hook(p, name=name):\n"
    "            size = p.grad.abs()\n"
    "            caught[name] = (size.mean().item(), size.max().item())\n"
)
ON = "        handles.append(layer.weight.register_post_accumulate_grad_hook(hook))\n"
STEP = "    try:\n        step()\n    finally:\n"
OFF = "        for handle in handles:\n            handle.remove()\n"
BACK = "    return {name: caught[name] for name, layer in layers}\n"


RIGHT = HEAD + LOOP + HOOK + ON + STEP + OFF + BACK
