// SPDX-License-Identifier: MIT
// The actions of pointers, fingers, wheel and keys; then the start of the page.
const pointers = new Map();
let moved = 0;

function onStage(event) {
    const box = element("canvas").getBoundingClientRect();
    return {x: event.clientX - box.left, y: event.clientY - box.top};
}

element("canvas").addEventListener("pointerdown", event => {
    element("canvas").setPointerCapture(event.pointerId);
    pointers.set(event.pointerId, onStage(event));
    moved = pointers.size > 1 ? Infinity : 0;
});
element("canvas").addEventListener("pointermove", event => {
    const to = onStage(event), from = pointers.get(event.pointerId);
    state.pointer = event.pointerType === "touch" ? null : to;
    state.dirty = true;
    if (!from) return;
    if (pointers.size === 2) {
        const [other] = [...pointers].filter(([id]) => id !== event.pointerId).map(([, p]) => p);
        view.zoom(Math.hypot(to.x - other.x, to.y - other.y) / Math.max(1, Math.hypot(from.x - other.x, from.y - other.y)),
                  (to.x + other.x) / 2, (to.y + other.y) / 2);
        view.pan((to.x - from.x) / 2, (to.y - from.y) / 2);
    } else {
        moved += Math.hypot(to.x - from.x, to.y - from.y);
        // A hand that clicks trembles by a few pixels.
        if (moved > 4) {
            setFollow(false);
            view.pan(to.x - from.x, to.y - from.y);
            element("canvas").classList.add("dragging");
        }
    }
    pointers.set(event.pointerId, to);
});
function release(event) {
    const at = pointers.get(event.pointerId);
    pointers.delete(event.pointerId);
    element("canvas").classList.remove("dragging");
    if (!at || moved > 4 || event.type === "pointercancel") return;
    moment.at(state.time);
    const p = view.toWorld(at.x, at.y), i = moment.nearestTo(p.x, p.y, Math.max(recording.body, 14 / view.scale));
    choose(i < 0 ? null : recording.id[moment.track[i]]);
}
element("canvas").addEventListener("pointerup", release);
element("canvas").addEventListener("pointercancel", release);
element("canvas").addEventListener("pointerleave", () => { state.pointer = null; state.dirty = true; });
element("canvas").addEventListener("wheel", event => {
    event.preventDefault();
    const at = onStage(event);
    view.zoom(Math.exp(-event.deltaY * (event.deltaMode === 1 ? 0.05 : 0.0015)), at.x, at.y);
    state.dirty = true;
}, {passive: false});

const zoomBy = factor => { view.zoom(factor); state.dirty = true; };
const showAll = () => { setFollow(false); view.fit(); state.dirty = true; };
const faster = by => setSpeed(speeds[Math.max(0, Math.min(speeds.length - 1, speeds.indexOf(state.speed) + by))]);
const otherTheme = () => chooseTheme(state.theme.name === "dark" ? "light" : "dark");
const keys = {
    " ": () => play(!state.playing), ArrowLeft: () => seek(state.time - recording.fps), ArrowRight: () => seek(state.time + recording.fps),
    ",": () => showFrame(frameAt(recording, state.time) - (recording.at[frameAt(recording, state.time)] < state.time ? 0 : 1)),
    ".": () => showFrame(frameAt(recording, state.time) + 1),
    ArrowUp: () => faster(1), ArrowDown: () => faster(-1), Home: () => seek(0), End: () => seek(end),
    "+": () => zoomBy(1.5), "=": () => zoomBy(1.5), "-": () => zoomBy(1 / 1.5), "0": showAll,
    f: () => setFollow(!state.follow), t: otherTheme, Escape: () => choose(null),
};
document.addEventListener("keydown", event => {
    const action = keys[event.key];
    if (!action || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    action();
});

for (const speed of speeds) {
    const button = document.createElement("button");
    button.dataset.speed = speed;
    button.textContent = {0.25: "\u00bc\u00d7", 0.5: "\u00bd\u00d7"}[speed] || `${speed}\u00d7`;
    button.addEventListener("click", () => setSpeed(speed));
    element("speeds").append(button);
}
element("play").addEventListener("click", () => play(!state.playing));
element("scrub").max = end;
element("scrub").addEventListener("input", event => seek(Number(event.target.value)));
element("zoom-in").addEventListener("click", () => zoomBy(1.5));
element("zoom-out").addEventListener("click", () => zoomBy(1 / 1.5));
element("zoom-fit").addEventListener("click", showAll);
element("theme").addEventListener("click", otherTheme);
element("card-close").addEventListener("click", () => choose(null));
element("follow").addEventListener("change", event => setFollow(event.target.checked));
new ResizeObserver(() => { view.resize(); lens.resize(); state.dirty = true; }).observe(element("stage"));

// The address may contain a moment and a person: replay.html#t=12.5&id=7 opens there and waits.
const wanted = new URLSearchParams(location.hash.slice(1));
chooseTheme(wanted.get("theme") || recording.theme || (matchMedia("(prefers-color-scheme: light)").matches ? "light" : "dark"));
describe();
setSpeed(1);
seek(Number(wanted.get("t") || 0) * recording.fps);
const named = wanted.has("id") ? Number(wanted.get("id")) : null;
if (recording.tracksOf.has(named)) choose(named);
play(!wanted.has("t") && !matchMedia("(prefers-reduced-motion: reduce)").matches);
requestAnimationFrame(tick);
