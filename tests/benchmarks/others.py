"""(f) Other tools on the same model in the same run: a step watched by each ÷ the step alone.

    python tests/benchmarks/others.py

Run by the Python of get_others.py; with another one it starts that Python. Each tool watches as its
own documentation shows it, at every step; what it writes goes to a temporary folder.
"""

from __future__ import annotations

import contextlib
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import torch
from get_others import VENV
from measuring import Row, mlp, paired, seconds, table, trainer
from torch import nn

from helpers.hooks.recording import GradientRecorder

LAYERS, TIMES, ROUNDS = 20, 20, 7
Step = Callable[[], torch.Tensor]
Watching = contextlib.AbstractContextManager[Callable[[torch.Tensor], None]]


@contextlib.contextmanager
def our_norms(model: nn.Module) -> Iterator[Callable[[torch.Tensor], None]]:
    """Every layer's norm, at every step."""
    with GradientRecorder(model):
        yield lambda loss: None


@contextlib.contextmanager
def tensorboard(model: nn.Module) -> Iterator[Callable[[torch.Tensor], None]]:
    """A histogram of each parameter's gradient."""
    from torch.utils.tensorboard import SummaryWriter

    step = 0
    with SummaryWriter(tempfile.mkdtemp()) as writer:  # type: ignore[no-untyped-call]

        def after(loss: torch.Tensor) -> None:
            nonlocal step
            step += 1
            writer.add_scalar("loss", loss, step)  # type: ignore[no-untyped-call]
            for name, p in model.named_parameters():
                writer.add_histogram(name, p.grad, step)  # type: ignore[no-untyped-call]

        yield after


@contextlib.contextmanager
def wandb(model: nn.Module) -> Iterator[Callable[[torch.Tensor], None]]:
    """Histograms of the gradients, offline."""
    import wandb

    run = wandb.init(mode="offline", project="bench", settings=wandb.Settings(silent=True))
    run.watch(model, log="gradients", log_freq=1)
    yield lambda loss: run.log({"loss": loss.item()})
    run.unwatch(model)
    run.finish()


@contextlib.contextmanager
def torchexplorer(model: nn.Module) -> Iterator[Callable[[torch.Tensor], None]]:
    """Histograms of parameters' gradients, kept in memory."""
    import torchexplorer

    torchexplorer.watch(model, log=["params_grad"], log_freq=1, backend="none", verbose=False)
    yield lambda loss: None


@contextlib.contextmanager
def livelossplot(model: nn.Module) -> Iterator[Callable[[torch.Tensor], None]]:
    """The loss and the norm of each layer, drawn at every step."""
    import matplotlib as mpl

    mpl.use("agg")
    from livelossplot import PlotLosses
    from livelossplot.outputs import MatplotlibPlot

    plot = PlotLosses(outputs=[MatplotlibPlot()], mode="script")
    weights = [layer.weight for layer in model.modules() if isinstance(layer, nn.Linear)]

    def after(loss: torch.Tensor) -> None:
        norms = {
            f"layer{n}": w.grad.norm().item() for n, w in enumerate(weights) if w.grad is not None
        }
        plot.update({"loss": loss.item(), **norms})
        plot.send()

    yield after


TOOLS: dict[str, tuple[Callable[[nn.Module], Watching], int]] = {
    "GradientRecorder": (our_norms, TIMES),
    "wandb.watch, offline": (wandb, TIMES),
    "TensorBoard histograms": (tensorboard, TIMES),
    "torchexplorer": (torchexplorer, TIMES),
    "livelossplot": (livelossplot, 2),
}
"""Each tool, and how many steps make a round: drawing takes a second a step."""


def measured(watching: Callable[[nn.Module], Watching], times: int) -> str:
    """Return the ratio of a watched model's steps to those of an unwatched twin."""
    alone, model = trainer(mlp(LAYERS)), mlp(LAYERS)
    with watching(model) as after:
        step = trainer(model)
        watched: Step = lambda: after(step())  # type: ignore[assignment,return-value]  # noqa: E731
        seconds(alone, TIMES), seconds(watched, 2)
        return paired(lambda: seconds(alone, times), lambda: seconds(watched, times), ROUNDS)


def measure_all() -> dict[str, str]:
    """Measure each tool in turn; one that fails says with what."""
    torch.set_num_threads(1)
    os.chdir(tempfile.mkdtemp())
    found = {}
    for name, (watching, times) in TOOLS.items():
        try:
            with contextlib.redirect_stdout(sys.stderr):
                found[name] = measured(watching, times)
        except Exception as error:
            found[name] = f"{type(error).__name__}: {error}"
    return found


def rows() -> list[Row]:
    """Return a row for each tool, or one that says how to get them."""
    python = VENV.find()
    if python is None:
        return [Row("(f) other tools", "not here: python tests/benchmarks/get_others.py")]
    command = [python, Path(__file__), "--json"]
    said = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout
    return [
        Row(f"(f) {name}, {LAYERS} layers, each step ÷ plain step", ratio)
        for name, ratio in json.loads(said.splitlines()[-1]).items()
    ]


if __name__ == "__main__":
    if "--json" in sys.argv:
        print(json.dumps(measure_all()))
    else:
        print(table(rows()))
