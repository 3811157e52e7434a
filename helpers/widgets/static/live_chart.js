// The live picture: takes a frame, paints the newest one, and says so to the kernel.

const TELL_EVERY = 6; // frames painted between two words to the kernel (see live_chart.py, AHEAD)
const NARROW = 520; // pixels, below which the pictures stand one under another

function render({ model, el }) {
  el.classList.add("gradient-lab-chart");
  const state = { theme: theme(el), names: [], marks: [], labels: [], range: [0, 0], count: 0 };
  const charts = {};
  const norms = panel(el, "lab-norms", "Gradient norm of each layer");
  const loss = panel(el, "lab-loss", "Loss");
  const heatBox = panel(el, "lab-heat", "Layer × step, dark is small");
  const heat = canvasIn(heatBox, 110);
  readHeat(heatBox, state, () => drawHeat(heat, state));
  const histogramBox = panel(el, "lab-histogram", "Gradient of the picked layer");
  const histogram = canvasIn(histogramBox, 110);
  const boundaryBox = panel(el, "lab-boundary", "Decision boundary");
  const boundary = canvasIn(boundaryBox, 170);
  boundaryBox.hidden = true; // until there is one: not every model has two inputs
  let waiting = null, said = 0;
  const say = (words) => {
    try {
      model.send(words);
    } catch {
      // The kernel has gone away: the picture stays, and there is nobody to tell.
    }
  };

  function rebuild(names) {
    Object.values(charts).forEach((chart) => chart.destroy());
    state.names = names;
    charts.norms = lineChart(norms, state, names, 230, true);
    charts.loss = lineChart(loss, state, ["loss"], 150, false);
  }

  function paint() {
    const frame = waiting;
    waiting = null;
    if (!frame) return;
    const { header, buffers } = frame;
    state.theme = theme(el);
    if (JSON.stringify(header.names) !== JSON.stringify(state.names)) rebuild(header.names);
    Object.assign(state, { marks: header.marks, range: header.range, layers: header.names.length });
    const gaps = new Uint16Array(buffers[0]), steps = new Array(gaps.length);
    let step = header.first;
    for (let i = 0; i < gaps.length; i++) steps[i] = step += gaps[i] * header.unit;
    state.steps = steps;
    state.count = steps.length;
    state.codes = new Uint16Array(buffers[1]);
    const lines = header.names.map((_, l) => Array.from(state.codes.subarray(l * state.count, (l + 1) * state.count), decode));
    charts.norms.setData([steps, ...lines]);
    state.loss = Array.from(new Uint16Array(buffers[2]), decode);
    charts.loss.setData([steps, state.loss]);
    for (const chart of Object.values(charts))
      if (chart.cursor.idx == null && state.count) chart.setLegend({ idx: state.count - 1 });
    state.histogram = Array.from(new Uint16Array(buffers[3]));
    boundaryBox.hidden = !header.side && (!state.side || JSON.stringify(header.names) !== state.of);
    if (header.side) {
      state.of = JSON.stringify(header.names);
      state.side = header.side;
      state.boundary = new Uint8Array(buffers[4]);
      if (buffers[5]?.byteLength) {
        state.points = new Uint8Array(buffers[5]);
        state.labels = new Uint8Array(buffers[6]);
      }
    }
    histogramBox.querySelector("figcaption").textContent = `Gradient of ${header.picked}`;
    drawHeat(heat, state);
    state.readHeat();
    drawHistogram(histogram, state);
    drawBoundary(boundary, state);
    if (header.alt !== el.getAttribute("aria-label")) {
      // As often as the state in words, which is twice a second at most.
      const words = inWords(state, header.picked);
      for (const [name, box] of Object.entries({ norms, loss, histogram: histogramBox, boundary: boundaryBox })) {
        const canvas = box.querySelector("canvas");
        canvas.setAttribute("role", "img");
        canvas.setAttribute("aria-label", words[name]);
      }
    }
    el.dataset.step = header.step;
    el.dataset.marks = header.marks.length ? header.marks.at(-1).join(" ") : "";
    el.setAttribute("aria-label", header.alt);
    if (header.number - said >= TELL_EVERY) say({ painted: (said = header.number) });
  }

  const bytes = (view) => view.buffer.slice(view.byteOffset, view.byteOffset + view.byteLength);
  const onFrame = (header, buffers) => {
    const first = waiting === null;
    waiting = { header, buffers: buffers.map(bytes) }; // only the newest frame is painted
    if (first) requestAnimationFrame(paint);
  };
  model.on("msg:custom", onFrame);
  el.setAttribute("role", "group");
  const resize = new ResizeObserver(() => {
    // By the room the chart has and not by the window's: the rest may be a file browser's.
    el.classList.toggle("lab-narrow", el.clientWidth < NARROW);
    for (const [name, box] of [["norms", norms], ["loss", loss]])
      charts[name]?.setSize({ width: box.clientWidth, height: charts[name].height });
  });
  resize.observe(el);
  say({ hello: true });
  return () => {
    model.off("msg:custom", onFrame);
    resize.disconnect();
    Object.values(charts).forEach((chart) => chart.destroy());
  };
}

export default { render };
