// Unseen: speaks to screen readers, and keeps JupyterLab's one-key commands out of a panel.

const PANELS = ".gradient-lab, .gradient-watch, .hook-switch-panel";

// JupyterLab takes a key pressed on a panel's button for a command on the cell: d, d deletes it.
// With Ctrl, Alt or Cmd, and for Shift-Enter, it is meant.
function keep(event) {
  const panel = event.target.closest?.(PANELS);
  if (!panel || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === "Enter" && event.shiftKey) return;
  event.stopPropagation();
  // The way back to the cells, where those keys work.
  if (event.key === "Escape") panel.closest(".jp-Cell")?.focus();
}

function initialize() {
  if (document.body.dataset.hookPanelKeys) return;
  document.body.dataset.hookPanelKeys = "kept";
  document.body.addEventListener("keydown", keep); // below JupyterLab's own listener
}

function set(element, name, words) {
  if (element && element.getAttribute(name) !== words) element.setAttribute(name, words);
}

// What ipywidgets leaves without a word: a toggle's state, sliders, and the buttons of a player.
function describe(panel) {
  for (const toggle of panel.querySelectorAll(".widget-toggle-button"))
    set(toggle, "aria-pressed", String(toggle.classList.contains("mod-active")));
  for (const slider of panel.querySelectorAll(".widget-slider")) {
    const name = slider.querySelector(".widget-label").textContent;
    set(slider.querySelector("[role=slider]"), "aria-label", name);
    set(slider.querySelector(".widget-readout"), "role", "textbox");
    set(slider.querySelector(".widget-readout"), "aria-label", `${name}, typed`);
  }
  for (const player of panel.querySelectorAll(".widget-play")) {
    const [play, stop] = player.querySelectorAll("button");
    set(play, "aria-label", "Play or pause");
    set(stop, "aria-label", "Back to the start");
  }
}

// The regions stay: one that comes with its words is not read out by every screen reader.
function render({ model, el }) {
  el.classList.add("hook-voice");
  for (const [trait, role] of [["said", "status"], ["warned", "alert"]]) {
    const region = document.createElement("p");
    region.setAttribute("role", role);
    el.append(region);
    const speak = () => (region.textContent = model.get(trait));
    model.on(`change:${trait}`, speak);
    setTimeout(speak, 100);
  }
  const observer = new MutationObserver(() => {
    const panel = el.closest(PANELS);
    if (panel) describe(panel);
  });
  const start = () => {
    const panel = el.closest(PANELS);
    if (!panel) return void (waiting = requestAnimationFrame(start));
    describe(panel);
    observer.observe(panel, { subtree: true, childList: true, attributes: true, attributeFilter: ["class"] });
  };
  let waiting = requestAnimationFrame(start);
  return () => {
    cancelAnimationFrame(waiting);
    observer.disconnect();
  };
}

export default { initialize, render };
