// The Gradient Lab's picture. The kernel sends numbers, this file draws them; uPlot stands above it.
// A frame is one message: a small header, and buffers of 16-bit codes (see live_chart.py, `encode`).

const LEAST = -12, MOST = 12, TOP_CODE = 65532; // codes of log10 values; the rest are special
const ZERO = 65533, INFINITE = 65534, NAN = 65535;
const DASHES = [[], [6, 3], [2, 3], [9, 3, 2, 3]];
const HUES = ["#0072B2", "#D55E00", "#009E73", "#CC79A7"];

const decode = (code) =>
  code === NAN ? null : code === INFINITE ? 10 ** MOST : code === ZERO ? null
    : 10 ** (LEAST + (code / TOP_CODE) * (MOST - LEAST));

function theme(el) {
  const style = getComputedStyle(el);
  const pick = (name, other) => style.getPropertyValue(name).trim() || other;
  return {
    ink: pick("--jp-ui-font-color1", "#333"),
    soft: pick("--jp-ui-font-color2", "#666"),
    grid: pick("--jp-border-color2", "#ddd"),
    paper: pick("--jp-layout-color1", "#fff"),
  };
}

function panel(root, className, title) {
  const box = document.createElement("figure");
  box.className = `lab-panel ${className}`;
  const caption = document.createElement("figcaption");
  caption.textContent = title;
  box.append(caption);
  root.append(box);
  return box;
}

// A canvas that keeps to its box in CSS pixels and is sharp on any screen.
function canvasIn(box, height) {
  const canvas = document.createElement("canvas");
  canvas.style.width = "100%";
  canvas.style.height = `${height}px`;
  box.append(canvas);
  return () => {
    const scale = window.devicePixelRatio || 1, width = canvas.clientWidth || 300;
    if (canvas.width !== Math.round(width * scale)) canvas.width = Math.round(width * scale);
    if (canvas.height !== Math.round(height * scale)) canvas.height = Math.round(height * scale);
    const ink = canvas.getContext("2d");
    ink.setTransform(scale, 0, 0, scale, 0, 0);
    ink.clearRect(0, 0, width, height);
    return [ink, width, height];
  };
}

// Marks of hooks turned on or off, and of alarms, as upright lines over a chart.
function markLines(state) {
  return (u) => {
    const { ctx, bbox } = u;
    ctx.save();
    for (const [step, kind] of state.marks || []) {
      const x = Math.round(u.valToPos(step, "x", true));
      if (x < bbox.left || x > bbox.left + bbox.width) continue;
      ctx.strokeStyle = kind === "alarm" || kind === "stop" ? "#D55E00" : state.theme.soft;
      ctx.setLineDash(kind === "off" ? [3, 3] : []);
      ctx.lineWidth = devicePixelRatio;
      ctx.beginPath();
      ctx.moveTo(x, bbox.top);
      ctx.lineTo(x, bbox.top + bbox.height);
      ctx.stroke();
    }
    ctx.restore();
  };
}

function lineChart(box, state, names, height, isLog) {
  const axis = () => ({
    stroke: () => state.theme.ink,
    grid: { stroke: () => state.theme.grid, width: 1 },
    ticks: { stroke: () => state.theme.grid, width: 1 },
  });
  const series = names.map((name, i) => ({
    label: name,
    stroke: HUES[i % HUES.length],
    dash: DASHES[Math.floor(i / HUES.length) % DASHES.length],
    width: 1.75,
    points: { show: false },
    value: (u, v) => (v == null ? "–" : v.toPrecision(3)),
  }));
  const options = {
    width: box.clientWidth || 400,
    height,
    legend: { live: true },
    cursor: { points: { size: 6 } },
    scales: { x: { time: false }, y: isLog ? { distr: 3, log: 10 } : {} },
    axes: [axis(), { ...axis(), size: 58, values: (u, vs) => vs.map((v) => (v == null ? "" : v >= 1e4 || v < 1e-3 ? v.toExponential(0) : String(+v.toPrecision(3)))) }],
    series: [{ label: "step" }, ...series],
    hooks: { draw: [markLines(state)] },
  };
  return new uPlot(options, [[], ...names.map(() => [])], box);
}

// From blue through the page's own paper to red would vanish on dark: viridis reads on both.
const VIRIDIS = [[68, 1, 84], [59, 82, 139], [33, 145, 140], [94, 201, 98], [253, 231, 37]];
function viridis(t) {
  const at = Math.max(0, Math.min(0.9999, t)) * (VIRIDIS.length - 1), i = Math.floor(at), f = at - i;
  return VIRIDIS[i].map((a, c) => Math.round(a + (VIRIDIS[i + 1][c] - a) * f));
}

function drawHeat(surface, state) {
  const [ink, width, height] = surface();
  const { codes, layers, count } = state;
  if (!count) return;
  const image = new ImageData(count, layers);
  let low = TOP_CODE, high = 0;
  for (const code of codes) if (code <= TOP_CODE) { low = Math.min(low, code); high = Math.max(high, code); }
  for (let k = 0; k < codes.length; k++) {
    const code = codes[k];
    const hue = code === NAN || code === INFINITE ? [213, 94, 0] : code === ZERO ? [120, 120, 120]
      : viridis((code - low) / Math.max(1, high - low));
    image.data.set([...hue, 255], 4 * k);
  }
  const small = new OffscreenCanvas(count, layers);
  small.getContext("2d").putImageData(image, 0, 0);
  ink.imageSmoothingEnabled = false;
  ink.drawImage(small, 58, 0, width - 62, height);
  ink.fillStyle = state.theme.ink;
  ink.font = "11px sans-serif";
  ink.textAlign = "right";
  const every = Math.ceil(layers / (height / 13));
  state.names.forEach((name, i) => {
    if (i % every === 0) ink.fillText(name, 54, ((i + 0.5) * height) / layers + 4);
  });
}

function drawHistogram(surface, state) {
  const [ink, width, height] = surface();
  const counts = state.histogram || [], most = Math.max(1, ...counts), w = (width - 8) / Math.max(1, counts.length);
  ink.fillStyle = "#0072B2";
  counts.forEach((count, i) => {
    const h = (count / most) * (height - 22);
    ink.fillRect(4 + i * w, height - 16 - h, Math.max(1, w - 1), h);
  });
  ink.fillStyle = state.theme.ink;
  ink.font = "11px sans-serif";
  ink.textAlign = "left";
  ink.fillText(state.range[0].toPrecision(2), 4, height - 3);
  ink.textAlign = "right";
  ink.fillText(state.range[1].toPrecision(2), width - 4, height - 3);
}

function drawBoundary(surface, state) {
  const [ink, width, height] = surface();
  const { boundary, side, points, labels } = state;
  if (!boundary || !side) return;
  const image = new ImageData(side, side);
  for (let k = 0; k < boundary.length; k++) {
    const p = boundary[k] / 255, from = [0, 114, 178], to = [213, 94, 0];
    image.data.set([...from.map((a, c) => a + (to[c] - a) * p), 60 + 150 * Math.abs(p - 0.5)], 4 * k);
  }
  const small = new OffscreenCanvas(side, side);
  small.getContext("2d").putImageData(image, 0, 0);
  const size = Math.min(width, height), left = (width - size) / 2;
  ink.drawImage(small, left, 0, size, size);
  for (let i = 0; i < labels.length; i++) {
    const x = left + (points[2 * i] / 255) * size, y = (1 - points[2 * i + 1] / 255) * size;
    ink.fillStyle = labels[i] ? "#D55E00" : "#0072B2";
    ink.strokeStyle = state.theme.paper;
    ink.beginPath();
    // Shape as well as colour tells the classes apart.
    if (labels[i]) ink.rect(x - 2.5, y - 2.5, 5, 5);
    else ink.arc(x, y, 3, 0, 7);
    ink.fill();
    ink.stroke();
  }
}

function render({ model, el }) {
  el.classList.add("gradient-lab-chart");
  const state = { theme: theme(el), names: [], marks: [], labels: [], range: [0, 0], count: 0 };
  const charts = {};
  const norms = panel(el, "lab-norms", "Gradient norm of each layer");
  const loss = panel(el, "lab-loss", "Loss");
  const heat = canvasIn(panel(el, "lab-heat", "Layer × step, dark is small"), 110);
  const histogramBox = panel(el, "lab-histogram", "Gradient of the picked layer");
  const histogram = canvasIn(histogramBox, 110);
  const boundary = canvasIn(panel(el, "lab-boundary", "Decision boundary"), 170);
  let waiting = null;

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
    const deltas = new Uint16Array(buffers[0]), steps = new Array(deltas.length);
    let step = header.first;
    for (let i = 0; i < deltas.length; i++) steps[i] = step += deltas[i];
    state.count = steps.length;
    state.codes = new Uint16Array(buffers[1]);
    const lines = header.names.map((_, l) => Array.from(state.codes.subarray(l * state.count, (l + 1) * state.count), decode));
    charts.norms.setData([steps, ...lines]);
    charts.loss.setData([steps, Array.from(new Uint16Array(buffers[2]), decode)]);
    state.histogram = Array.from(new Uint16Array(buffers[3]));
    if (header.side) {
      state.side = header.side;
      state.boundary = new Uint8Array(buffers[4]);
      if (buffers[5]?.byteLength) {
        state.points = new Uint8Array(buffers[5]);
        state.labels = new Uint8Array(buffers[6]);
      }
    }
    histogramBox.querySelector("figcaption").textContent = `Gradient of ${header.picked}`;
    drawHeat(heat, state);
    drawHistogram(histogram, state);
    drawBoundary(boundary, state);
    el.dataset.step = header.step;
    el.setAttribute("aria-label", header.alt);
    model.send({ painted: header.number });
  }

  const bytes = (view) => view.buffer.slice(view.byteOffset, view.byteOffset + view.byteLength);
  const onFrame = (header, buffers) => {
    const first = waiting === null;
    waiting = { header, buffers: buffers.map(bytes) }; // only the newest frame is painted
    if (first) requestAnimationFrame(paint);
  };
  model.on("msg:custom", onFrame);
  el.setAttribute("role", "img");
  const resize = new ResizeObserver(() => {
    for (const [name, box] of [["norms", norms], ["loss", loss]])
      charts[name]?.setSize({ width: box.clientWidth, height: charts[name].height });
  });
  resize.observe(el);
  model.send({ hello: true });
  return () => {
    model.off("msg:custom", onFrame);
    resize.disconnect();
    Object.values(charts).forEach((chart) => chart.destroy());
  };
}

export default { render };
