// SPDX-License-Identifier: MIT
// Time, choice and controls.
const element = id => document.getElementById(id);
const recording = readRecording(JSON.parse(element("recording").textContent));
const view = new View(element("canvas"), recording);
const lens = new View(element("lens"), recording);
const moment = new Moment(recording);
const speeds = [0.25, 0.5, 1, 2, 4];
const state = {time: 0, playing: false, speed: 1, chosen: null, counts: null, hovered: -1, follow: false, pointer: null, theme: null, dirty: true};
const end = recording.frames > 0 ? recording.at[recording.frames - 1] : 0;
const number = n => n.toLocaleString("en-US").replaceAll(",", "\u2009");
const seconds = time => (time / recording.fps).toFixed(1);

function chooseTheme(name) {
    document.documentElement.dataset.theme = name;
    const style = getComputedStyle(document.documentElement), colour = n => style.getPropertyValue(`--${n}`).trim();
    state.theme = {name, palette: recording.palette[name], nose: name === "dark" ? "#fbf6ea" : "#ffffff"};
    for (const n of ["page", "ground", "line", "text", "faint", "accent"]) state.theme[n] = colour(n);
    drawWheel(element("wheel"), state.theme);
    state.dirty = true;
}

function describe() {
    document.title = recording.title;
    element("title").textContent = recording.title;
    const present = `${number(recording.present)} ${recording.present === 1 ? recording.person : recording.plural}`;
    const shown = recording.whole ? present : `showing up to ${number(recording.shown)} of ${present}`;
    element("subtitle").textContent = [recording.subtitle, shown].filter(Boolean).join(" \u00b7 ");
    if (!recording.map) return;
    element("map-section").hidden = false;
    element("map-image").src = recording.map;
    const [left, bottom, right, top] = recording.window;
    const side = length => length < 10 ? length.toFixed(1) : length.toFixed(0);
    element("map-note").textContent = recording.whole ? "" :
        `All people in the marked part, ${side(right - left)}\u00a0${recording.unit} by ${side(top - bottom)}\u00a0${recording.unit}, are shown. ` +
        "Pale people are just outside it.";
    element("map-window").hidden = recording.whole;
    placeOnMap(element("map-window"), recording.window);
}

function placeOnMap(box, [left, bottom, right, top]) {
    const [x0, y0, x1, y1] = recording.world, percent = v => `${Math.max(-5, Math.min(105, 100 * v))}%`;
    box.style.left = percent((left - x0) / (x1 - x0));
    box.style.right = percent((x1 - right) / (x1 - x0));
    box.style.top = percent((y1 - top) / (y1 - y0));
    box.style.bottom = percent((bottom - y0) / (y1 - y0));
}

function play(on) {
    if (on && state.time >= end) state.time = 0;
    state.playing = on && end > 0;
    element("play").setAttribute("aria-label", state.playing ? "Pause" : "Play");
    element("play-icon").setAttribute("d", state.playing ? "M5 3.5h3.6v13H5zM11.4 3.5H15v13h-3.6z" : "M6 3.5v13l11-6.5z");
    state.dirty = true;
}

function seek(time) {
    state.time = Math.max(0, Math.min(end, time));
    state.dirty = true;
}

function showFrame(frame) {
    play(false);
    seek(recording.at[Math.max(0, Math.min(recording.frames - 1, frame))] || 0);
}

function setSpeed(speed) {
    state.speed = speed;
    for (const button of element("speeds").children) button.setAttribute("aria-pressed", button.dataset.speed === String(speed));
}

function choose(id) {
    state.chosen = id;
    state.counts = id === null ? null : neighborsOverTime(recording, id);
    if (id === null) setFollow(false);
    element("card").hidden = id === null;
    element("hint").hidden = id !== null;
    view.resize();
    lens.resize();
    state.dirty = true;
}

function setFollow(on) {
    state.follow = element("follow").checked = on && state.chosen !== null;
    state.dirty = true;
}

function speedOf(i) {
    const t = moment.track[i], r = recording, {dx, dy, time} = strideOf(r, t, r.start[t] + moment.frame - r.first[t]);
    return time > 0 ? Math.hypot(dx, dy) * r.fps / time : 0;
}

function showCard(chosen, near) {
    const limit = recording.limit, within = `within ${recording.radius} ${recording.unit}`;
    element("card-name").textContent = `${recording.person} ${number(state.chosen)}`;
    element("card-count").textContent = chosen < 0 ? "\u2013" : near.length;
    element("card-within").textContent = chosen < 0 ? "not in sight now" : limit && near.length > limit ? `${within}, the nearest ${limit} marked` : within;
    element("card-nearest").textContent = near.length ? `${near[0].distance.toFixed(2)} ${recording.unit}` : "\u2013";
    element("card-speed").textContent = chosen < 0 ? "\u2013" : `${speedOf(chosen).toFixed(2)} ${recording.unit}/s`;
    if (chosen >= 0) {
        lens.center = {x: moment.x[chosen], y: moment.y[chosen]};
        lens.scale = lens.height / (2.3 * recording.radius);
        lens.draw(moment, state.theme, chosen, -1);
    }
    drawChart(element("card-chart"), state.counts, recording, state.time, state.theme);
}

function paint() {
    moment.at(state.time);
    let chosen = state.chosen === null ? -1 : moment.find(state.chosen);
    if (chosen >= 0 && !moment.inside[chosen]) chosen = -1;
    if (state.follow && chosen >= 0) {
        view.center = {x: moment.x[chosen], y: moment.y[chosen]};
        view.fitted = false;
    }
    const p = state.pointer && view.toWorld(state.pointer.x, state.pointer.y);
    state.hovered = p ? moment.nearestTo(p.x, p.y, Math.max(recording.body, 10 / view.scale)) : -1;
    element("canvas").classList.toggle("over", state.hovered >= 0);
    const near = view.draw(moment, state.theme, chosen, state.hovered);
    view.drawScaleBar(state.theme);
    if (state.chosen !== null) showCard(chosen, near);
    element("scrub").value = state.time;
    const named = recording.numbers && recording.frames > 0 ? `<span>frame ${recording.numbers[moment.frame]} \u00b7</span> ` : "";
    element("clock").innerHTML = `${named}${seconds(state.time)} <span>/ ${seconds(end)} s</span>`;
    const a = view.toWorld(0, view.height), b = view.toWorld(view.width, 0);
    if (recording.map) placeOnMap(element("map-view"), [a.x, a.y, b.x, b.y]);
}

let before = 0;
function tick(now) {
    if (state.playing) {
        seek(state.time + Math.min(0.1, (now - before) / 1000) * recording.fps * state.speed);
        if (state.time >= end) play(false);
    }
    before = now;
    if (state.dirty) {
        state.dirty = false;
        paint();
    }
    requestAnimationFrame(tick);
}
