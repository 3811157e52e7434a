// Line charts and what all panels share; uPlot stands above this file, live_maps.js and live_chart.js
// below it. A curve comes as 16-bit codes of its log10 (see frames.py, `encode`).

const LEAST = -12, MOST = 12, TOP_CODE = 65532; // codes of log10 values; the rest are special
const ZERO = 65533, INFINITE = 65534, NAN = 65535;
const DASHES = [[], [6, 3], [2, 3], [9, 3, 2, 3], [14, 4], [6, 2, 2, 2, 2, 2]]; // enough for 20 layers
const HUES = ["#0072B2", "#D55E00", "#009E73", "#CC79A7"];

const decode = (code) =>
  code === NAN ? null : code === INFINITE ? 10 ** MOST : code === ZERO ? null
    : 10 ** (LEAST + (code / TOP_CODE) * (MOST - LEAST));

const shown = (v) =>
  v == null ? "–" : v >= 10 ** MOST ? "∞" : v !== 0 && v < 1e-3 ? v.toExponential(2) : v.toPrecision(3);
const short = (v) =>
  v !== 0 && (Math.abs(v) >= 1e4 || Math.abs(v) < 1e-3) ? v.toExponential(0) : String(+v.toPrecision(3));

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

// Of a log axis' lines those at powers of ten, and of these no more than a dozen.
function powersOfTen(u, splits) {
  const isPower = (v) => Math.abs(Math.log10(v) - Math.round(Math.log10(v))) < 1e-6;
  const powers = splits.filter((v) => v > 0 && isPower(v)).map((v) => Math.round(Math.log10(v)));
  const every = Math.ceil(powers.length / 12);
  return splits.map((v) => (v > 0 && isPower(v) && Math.round(Math.log10(v)) % every === 0 ? v : null));
}

const hueOf = (i) => HUES[i % HUES.length];
const dashOf = (i) => DASHES[Math.floor(i / HUES.length) % DASHES.length];

// A piece of a line, as a legend shows it. The border of a box as small would look solid.
function piece(i) {
  let at = 0;
  const parts = dashOf(i).map((long, k) => `${k % 2 ? "transparent" : hueOf(i)} ${at}px ${(at += long)}px`);
  return parts.length ? `repeating-linear-gradient(90deg, ${parts.join(", ")})` : hueOf(i);
}

function lineChart(box, state, names, height, isLog) {
  const axis = (chosen) => ({
    stroke: () => state.theme.ink,
    grid: { stroke: () => state.theme.grid, width: 1, ...chosen },
    ticks: { stroke: () => state.theme.grid, width: 1, ...chosen },
    ...chosen,
  });
  const series = names.map((name, i) => ({
    label: name,
    stroke: hueOf(i),
    dash: dashOf(i),
    width: 1.75,
    points: { show: false },
    value: (u, v) => shown(v),
  }));
  const options = {
    width: box.clientWidth || 400,
    height,
    legend: { live: true, markers: { width: 0, fill: (u, i) => piece(i - 1) } },
    cursor: { points: { size: 6 } },
    scales: { x: { time: false }, y: isLog ? { distr: 3, log: 10 } : {} },
    axes: [axis(), { ...axis(isLog ? { filter: powersOfTen } : {}), size: 58, values: (u, vs) => vs.map((v) => (v == null ? "" : short(v))) }],
    series: [{ label: "step" }, ...series],
    hooks: { draw: [markLines(state)] },
  };
  const chart = new uPlot(options, [[], ...names.map(() => [])], box);
  if (names.length > 1) legendKeys(chart);
  return chart;
}

// A legend's names show and hide their lines: one stop of Tab for all, arrow keys among them.
function legendKeys(chart) {
  const labels = [...chart.root.querySelectorAll(".u-legend .u-series:not(:first-child) .u-label")];
  labels.forEach((label, i) => {
    const press = () => label.setAttribute("aria-pressed", String(chart.series[i + 1].show));
    label.tabIndex = i ? -1 : 0;
    label.setAttribute("role", "button");
    label.setAttribute("aria-label", `${label.textContent} line`);
    label.parentElement.addEventListener("click", () => setTimeout(press));
    label.addEventListener("keydown", (event) => {
      const move = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }[event.key];
      if (event.key === "Enter" || event.key === " ") label.click();
      else if (!move) return;
      event.preventDefault();
      const to = labels[(i + (move || 0) + labels.length) % labels.length];
      label.tabIndex = -1;
      to.tabIndex = 0;
      to.focus();
    });
    press();
  });
}
