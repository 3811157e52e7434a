// Pictures on a canvas: heat map, histogram, decision boundary.

const HEAT_LEFT = 58; // where the y axis of the chart above ends

// From blue through the page's own paper to red would vanish on dark: viridis reads on both.
const VIRIDIS = [[68, 1, 84], [59, 82, 139], [33, 145, 140], [94, 201, 98], [253, 231, 37]];
function viridis(t) {
  const at = Math.max(0, Math.min(0.9999, t)) * (VIRIDIS.length - 1), i = Math.floor(at), f = at - i;
  return VIRIDIS[i].map((a, c) => Math.round(a + (VIRIDIS[i + 1][c] - a) * f));
}

// A name that is too long keeps its end, which tells layers apart; the line below has it whole.
function fitted(ink, name) {
  let kept = name;
  while (kept.length > 1 && ink.measureText(kept).width > HEAT_LEFT - 6) kept = "…" + kept.slice(2);
  return kept;
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
  ink.drawImage(small, HEAT_LEFT, 0, width - HEAT_LEFT - 4, height);
  if (state.cell) {
    const w = (width - HEAT_LEFT - 4) / count, h = height / layers;
    ink.strokeStyle = state.theme.ink;
    ink.lineWidth = 2;
    ink.strokeRect(HEAT_LEFT + state.cell.column * w - 1, state.cell.row * h, Math.max(4, w + 2), h);
  }
  ink.fillStyle = state.theme.ink;
  ink.font = "11px sans-serif";
  ink.textAlign = "right";
  const every = Math.ceil(layers / (height / 13));
  state.names.forEach((name, i) => {
    const y = Math.max(10, Math.min(height - 2, ((i + 0.5) * height) / layers + 4));
    if (i % every === 0) ink.fillText(fitted(ink, name), HEAT_LEFT - 4, y);
  });
}

// Pointer and arrow keys pick a cell of the heat map, and a line of text reads its value.
function readHeat(box, state, redraw) {
  const canvas = box.querySelector("canvas"), told = document.createElement("output");
  told.className = "lab-readout";
  told.textContent = "Point at a cell, or press an arrow key, to read it.";
  box.append(told);
  canvas.tabIndex = 0;
  // What follows the newest step moves with every frame; only what the reader asked for is told.
  told.setAttribute("aria-live", "off");
  const voice = document.createElement("p");
  voice.className = "hook-unseen";
  voice.setAttribute("role", "status");
  box.append(voice);
  canvas.setAttribute("role", "application");
  canvas.setAttribute("aria-label", "Heat map of gradient norms, layer by step. Arrow keys move.");
  const pick = (row, column) => {
    if (!state.count) return;
    const within = (v, n) => Math.max(0, Math.min(n - 1, v));
    state.cell = { row: within(row, state.layers), column: within(column, state.count) };
    redraw();
    state.readHeat();
    voice.textContent = told.textContent;
  };
  state.readHeat = () => {
    if (!state.cell) return;
    const { row } = state.cell, column = Math.min(state.cell.column, state.count - 1);
    const code = state.codes[row * state.count + column];
    const value = code === NAN ? "not a number" : code === ZERO ? "0" : shown(decode(code));
    const loss = state.loss[column] == null ? "" : `; loss ${shown(state.loss[column])}`;
    const words = `${state.names[row]}, step ${state.steps[column]}: ${value}${loss}`;
    if (told.textContent !== words) told.textContent = words;
  };
  canvas.addEventListener("pointermove", (event) => {
    const wide = canvas.clientWidth - HEAT_LEFT - 4;
    pick(
      Math.floor((event.offsetY / canvas.clientHeight) * state.layers),
      Math.floor(((event.offsetX - HEAT_LEFT) / wide) * state.count),
    );
  });
  canvas.addEventListener("keydown", (event) => {
    const move = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] }[event.key];
    if (!move) return;
    event.preventDefault();
    event.stopPropagation(); // JupyterLab would go to the next cell
    const at = state.cell || { row: 0, column: state.count };
    pick(at.row + move[0], at.column + move[1] * (event.shiftKey ? 20 : 1));
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

// What the pictures show, in words; the heat map reads out each value by itself.
function inWords(state, picked) {
  const { names, steps, count, loss, range, histogram, side } = state;
  if (!count) return { norms: "No step yet.", loss: "No step yet.", histogram: "No step yet.", boundary: rightly(state) };
  const entries = (histogram || []).reduce((sum, n) => sum + n, 0);
  const ends = names.map((name, i) => `${name} ${shown(decode(state.codes[(i + 1) * count - 1]))}`);
  return {
    norms: `Curves of the gradient norm of ${names.length} layers. At step ${steps.at(-1)}: ${ends.join(", ")}.`,
    loss: `Curve of the loss: ${shown(loss[0])} at step ${steps[0]}, ${shown(loss.at(-1))} at step ${steps.at(-1)}.`,
    histogram: `Histogram of the gradient of ${picked}: ${entries} entries from ${range.map((v) => v.toPrecision(2)).join(" to ")}.`,
    boundary: rightly(state),
  };
}

function rightly({ boundary, side, points, labels }) {
  if (!side || !labels.length) return "Decision boundary.";
  const cell = (v) => Math.min(side - 1, Math.floor((v / 256) * side));
  let right = 0;
  labels.forEach((label, i) => {
    const p = boundary[cell(255 - points[2 * i + 1]) * side + cell(points[2 * i])];
    right += p > 127 === label > 0;
  });
  return `Decision boundary among ${labels.length} points of two classes: ${Math.round((100 * right) / labels.length)} % are on their side.`;
}
