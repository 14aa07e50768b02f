// SPDX-License-Identifier: MIT
// The stage: the visible part of the recording, and its painting.
class View {
    constructor(canvas, recording) {
        this.canvas = canvas;
        this.pen = canvas.getContext("2d");
        this.recording = recording;
        this.sprites = document.createElement("canvas");
        this.spriteKey = "";
        this.center = {x: 0, y: 0};
        this.scale = 1;                                // CSS pixels per metre
        this.fitted = true;
        this.resize();
    }

    resize() {
        const box = this.canvas.getBoundingClientRect();
        this.ratio = window.devicePixelRatio || 1;
        this.width = box.width;
        this.height = box.height;
        this.canvas.width = Math.max(1, Math.round(box.width * this.ratio));
        this.canvas.height = Math.max(1, Math.round(box.height * this.ratio));
        if (this.fitted && this.width > 0) this.fit();
    }

    fit() {
        const [left, bottom, right, top] = this.recording.window;
        this.center = {x: (left + right) / 2, y: (bottom + top) / 2};
        this.scale = Math.max(1e-3, Math.min((this.width - 32) / (right - left), (this.height - 32) / (top - bottom)));
        this.fitScale = this.scale;
        this.fitted = true;
    }

    toWorld(x, y) { return {x: this.center.x + (x - this.width / 2) / this.scale, y: this.center.y - (y - this.height / 2) / this.scale}; }
    toStage(x, y) { return {x: this.width / 2 + (x - this.center.x) * this.scale, y: this.height / 2 - (y - this.center.y) * this.scale}; }

    // The place of the world under (x, y) stays there.
    zoom(factor, x = this.width / 2, y = this.height / 2) {
        const before = this.toWorld(x, y);
        this.scale = Math.min(400, Math.max(this.fitScale / 2, this.scale * factor));
        const after = this.toWorld(x, y);
        this.center.x += before.x - after.x;
        this.center.y += before.y - after.y;
        this.fitted = false;
    }

    pan(dx, dy) {
        this.center.x -= dx / this.scale;
        this.center.y += dy / this.scale;
        this.fitted = false;
    }

    bodyRadius() { return Math.max(1.1, this.recording.body * this.scale); }

    // Lines and rings would hide smaller people; the lens shows them.
    closeUp() { return this.bodyRadius() >= 4; }

    // A disc per heading, painted once per size and theme: copying a picture is far quicker than painting a disc.
    prepareSprites(theme) {
        const radius = this.bodyRadius() * this.ratio, key = radius.toFixed(3) + theme.name;
        if (key === this.spriteKey) return;
        this.spriteKey = key;
        const colours = [...theme.palette, theme.faint];
        this.cell = Math.ceil(2 * radius + 4);
        this.sprites.width = this.cell * colours.length;
        this.sprites.height = this.cell;
        const pen = this.sprites.getContext("2d");
        colours.forEach((colour, i) => {
            const x = (i + 0.5) * this.cell, y = 0.5 * this.cell;
            disc(pen, x, y, radius, colour);
            if (radius < 5 || i === theme.palette.length) return;
            const angle = i * 2 * Math.PI / theme.palette.length;
            disc(pen, x + 0.5 * radius * Math.cos(angle), y - 0.5 * radius * Math.sin(angle), 0.28 * radius, theme.nose);
        });
    }

    // Returns the neighbours of `chosen`, nearest first. Positions in the moment; -1: none is chosen.
    draw(moment, theme, chosen, hovered) {
        const pen = this.pen;
        this.prepareSprites(theme);
        pen.setTransform(this.ratio, 0, 0, this.ratio, 0, 0);
        pen.fillStyle = theme.page;
        pen.fillRect(0, 0, this.width, this.height);
        this.drawWindow(theme);
        this.drawObstacles(moment, theme);
        const near = chosen < 0 ? [] : moment.near(chosen);
        if (chosen >= 0) this.drawReach(moment, chosen, near, theme);
        this.drawPeople(moment, theme, chosen, near);
        if (hovered >= 0 && hovered !== chosen) this.outline(moment, hovered, theme.faint, 1.5);
        return near;
    }

    drawWindow(theme) {
        const [left, bottom, right, top] = this.recording.window;
        const a = this.toStage(left, top), b = this.toStage(right, bottom);
        this.pen.fillStyle = theme.ground;
        this.pen.fillRect(a.x, a.y, b.x - a.x, b.y - a.y);
        this.pen.strokeStyle = theme.line;
        this.pen.lineWidth = 1;
        this.pen.strokeRect(a.x, a.y, b.x - a.x, b.y - a.y);
    }

    drawObstacles(moment, theme) {
        const box = (left, bottom, right, top) => {
            const a = this.toStage(left, top), b = this.toStage(right, bottom);
            return [a.x, a.y, b.x - a.x, b.y - a.y];
        };
        this.pen.fillStyle = theme.faint;
        for (const wall of this.recording.walls) this.pen.fillRect(...box(...wall));
        this.pen.fillStyle = theme.line;
        this.pen.strokeStyle = theme.text;
        this.pen.lineWidth = 1;
        for (const vehicle of this.recording.vehicles) {
            const [left, bottom] = moment.cornerOf(vehicle), area = box(left, bottom, left + vehicle.size[0], bottom + vehicle.size[1]);
            this.pen.fillRect(...area);
            this.pen.strokeRect(...area);
        }
    }

    drawPeople(moment, theme, chosen, near) {
        const pen = this.pen, c = this.cell, size = c / this.ratio, last = theme.palette.length;
        const bright = new Set(near.map(n => n.i));
        if (chosen >= 0) bright.add(chosen);
        for (let i = 0; i < moment.size; ++i) {
            const x = this.width / 2 + (moment.x[i] - this.center.x) * this.scale;
            const y = this.height / 2 - (moment.y[i] - this.center.y) * this.scale;
            if (x < -size || y < -size || x > this.width + size || y > this.height + size) continue;
            const seen = moment.inside[i] ? 1 : 0.3;
            pen.globalAlpha = chosen >= 0 && !bright.has(i) ? 0.4 * seen : seen;
            pen.drawImage(this.sprites, Math.min(moment.heading[i], last) * c, 0, c, c, x - size / 2, y - size / 2, size, size);
        }
        pen.globalAlpha = 1;
        if (chosen < 0 || !this.closeUp()) return;
        near.slice(0, this.recording.limit || near.length).forEach(n => this.outline(moment, n.i, theme.text, 1.25));
        this.outline(moment, chosen, theme.accent, 3);
    }

    // The search disc, and a line to each marked neighbour.
    drawReach(moment, chosen, near, theme) {
        const pen = this.pen, from = this.toStage(moment.x[chosen], moment.y[chosen]);
        pen.beginPath();
        pen.arc(from.x, from.y, this.recording.radius * this.scale, 0, 2 * Math.PI);
        pen.globalAlpha = 0.14;
        pen.fillStyle = theme.accent;
        pen.fill();
        pen.globalAlpha = 1;
        pen.strokeStyle = theme.accent;
        pen.lineWidth = 1.5;
        pen.stroke();
        if (!this.closeUp()) return;
        pen.strokeStyle = theme.text;
        pen.lineWidth = 1;
        pen.beginPath();
        for (const n of near.slice(0, this.recording.limit || near.length)) {
            const to = this.toStage(moment.x[n.i], moment.y[n.i]);
            pen.moveTo(from.x, from.y);
            pen.lineTo(to.x, to.y);
        }
        pen.stroke();
    }

    outline(moment, i, colour, width) {
        const at = this.toStage(moment.x[i], moment.y[i]);
        this.pen.beginPath();
        this.pen.arc(at.x, at.y, this.bodyRadius() + width / 2 + 0.5, 0, 2 * Math.PI);
        this.pen.strokeStyle = colour;
        this.pen.lineWidth = width;
        this.pen.stroke();
    }

    drawScaleBar(theme) {
        const limit = 160 / this.scale, power = 10 ** Math.floor(Math.log10(limit));
        const length = [5, 2, 1].map(f => f * power).find(l => l <= limit) || power, right = 16 + length * this.scale, y = this.height - 16;
        const pen = this.pen, label = `${+length.toPrecision(1)} ${this.recording.unit}`;
        pen.font = "12px system-ui, sans-serif";
        pen.textAlign = "center";
        pen.globalAlpha = 0.75;
        pen.fillStyle = theme.page;
        pen.fillRect(8, y - 26, Math.max(right - 8 + 8, 44), 34);
        pen.globalAlpha = 1;
        pen.strokeStyle = pen.fillStyle = theme.text;
        pen.lineWidth = 1.5;
        pen.beginPath();
        pen.moveTo(16, y - 5);
        pen.lineTo(16, y);
        pen.lineTo(right, y);
        pen.lineTo(right, y - 5);
        pen.stroke();
        pen.fillText(label, (16 + right) / 2, y - 8);
    }
}

function disc(pen, x, y, radius, colour) {
    pen.beginPath();
    pen.arc(x, y, radius, 0, 2 * Math.PI);
    pen.fillStyle = colour;
    pen.fill();
}

function drawWheel(canvas, theme) {
    const ratio = window.devicePixelRatio || 1, size = 108;
    canvas.width = canvas.height = size * ratio;
    const pen = canvas.getContext("2d"), steps = theme.palette.length, middle = size / 2;
    pen.scale(ratio, ratio);
    pen.lineWidth = 13;
    theme.palette.forEach((colour, i) => {
        const angle = -i * 2 * Math.PI / steps, half = Math.PI / steps + 0.01;
        pen.beginPath();
        pen.arc(middle, middle, 30, angle - half, angle + half);
        pen.strokeStyle = colour;
        pen.stroke();
    });
    pen.fillStyle = theme.faint;
    pen.font = "12px system-ui, sans-serif";
    pen.textAlign = "center";
    pen.textBaseline = "middle";
    for (const [text, x, y] of [["E", 1, 0], ["N", 0, -1], ["W", -1, 0], ["S", 0, 1]]) pen.fillText(text, middle + 47 * x, middle + 47 * y);
}

// Neighbours over time as an area, with the present marked.
function drawChart(canvas, counts, {at, step}, time, theme) {
    const box = canvas.getBoundingClientRect(), ratio = window.devicePixelRatio || 1;
    canvas.width = box.width * ratio;
    canvas.height = box.height * ratio;
    const pen = canvas.getContext("2d"), most = counts.reduce((m, c) => Math.max(m, c), 1), last = counts.length - 1;
    const whole = last < 0 ? 1 : at[last] + step, x = t => 1 + t / whole * (box.width - 2), y = c => box.height - 2 - c / most * (box.height - 16);
    pen.scale(ratio, ratio);
    pen.fillStyle = theme.accent;
    pen.globalAlpha = 0.35;
    pen.beginPath();
    for (let f = 0; f < counts.length; ++f) {
        if (counts[f] < 0) continue;
        const until = f < last && counts[f + 1] >= 0 ? at[f + 1] : at[f] + step;
        if (f === 0 || counts[f - 1] < 0) pen.moveTo(x(at[f]), box.height);
        pen.lineTo(x(at[f]), y(counts[f]));
        pen.lineTo(x(until), y(counts[f]));
        if (f === last || counts[f + 1] < 0) pen.lineTo(x(until), box.height);
    }
    pen.fill();
    pen.globalAlpha = 1;
    pen.fillStyle = theme.faint;
    pen.font = "11px system-ui, sans-serif";
    pen.fillText(`at most ${most}`, 1, 10);
    pen.fillStyle = theme.text;
    pen.fillRect(x(time) - 0.75, 12, 1.5, box.height - 12);
}
