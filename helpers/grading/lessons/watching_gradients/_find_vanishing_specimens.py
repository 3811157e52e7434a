"""The right answer to find-vanishing in pieces, to make wrong ones of it."""

from __future__ import annotations

HEAD = (
    "def find_vanishing(model, run):\n    ratios, handles = {}, []\n"
    "    for name, layer in model.named_modules():\n        if list(layer.children()):\n"
    "            continue\n"
)
HOOK = (
    "        def hook(layer, grad_input, grad_output, name=name):\n"
    "            if grad_input[0] is None or not grad_output[0].any():\n                return\n"
    "            ratios[name] = (grad_input[0].norm() / grad_output[0].norm()).item()\n"
)
ON = "        handles.append(layer.register_full_backward_hook(hook))\n"
REST = (
    "    run()\n    for handle in handles:\n        handle.remove()\n"
    "    return min(ratios, key=ratios.get)\n"
)


RIGHT = HEAD + HOOK + ON + REST
