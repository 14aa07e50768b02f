// SPDX-License-Identifier: MIT
// The unpacked recording: tracks one after the other, each with the samples of a person's uninterrupted stay.
const headingless = 255;

function bytesOf(base64) {
    const text = atob(base64);
    const bytes = new Uint8Array(text.length);
    for (let i = 0; i < text.length; ++i) bytes[i] = text.charCodeAt(i);
    return bytes;
}

function readRecording(json) {
    const table = new DataView(bytesOf(json.tracks).buffer);
    const tracks = table.byteLength / 12;
    const id = new Uint32Array(tracks), first = new Uint32Array(tracks), start = new Uint32Array(tracks + 1);
    for (let t = 0; t < tracks; ++t) {
        id[t] = table.getUint32(12 * t, true);
        first[t] = table.getUint32(12 * t + 4, true);
        start[t + 1] = start[t] + table.getUint32(12 * t + 8, true);
    }
    const recording = {...json, tracks, id, first, start, x: new Float32Array(start[tracks]), y: new Float32Array(start[tracks])};
    recording.at = momentsOf(json);
    recording.step = usualStep(recording.at);
    unpackPlaces(recording, new DataView(bytesOf(json.steps).buffer));
    recording.heading = headings(recording);
    Object.assign(recording, framesOf(recording));
    recording.tracksOf = new Map();
    for (let t = 0; t < tracks; ++t) {
        if (recording.tracksOf.has(id[t])) recording.tracksOf.get(id[t]).push(t);
        else recording.tracksOf.set(id[t], [t]);
    }
    return recording;
}

// The time of each frame from the first one, in units of 1 / fps seconds: 0, 1, 2 ... if frames have no numbers of their own.
function momentsOf(json) {
    if (!json.numbers) return Float64Array.from({length: json.frames}, (_, f) => f);
    return Float64Array.from(json.numbers, n => (n - json.numbers[0]) * json.fps / json.rate);
}

function usualStep(at) {
    const steps = at.slice(1).map((t, f) => t - at[f]).sort();
    return steps.length ? steps[(steps.length - 1) >> 1] : 1;
}

// The last frame that is not after `time`.
function frameAt(r, time) {
    let low = 0, high = r.frames;
    while (high - low > 1) {
        const middle = (low + high) >> 1;
        if (r.at[middle] <= time) low = middle;
        else high = middle;
    }
    return Math.min(low, r.frames - 1);
}

// Metres and moments from half a second before sample s of track t to half a second after.
function strideOf(r, t, s) {
    const reach = Math.max(1, Math.round(r.fps / (2 * r.step)));
    const from = Math.max(r.start[t], s - reach), to = Math.min(r.start[t + 1] - 1, s + reach), frame = r.first[t] - r.start[t];
    return {dx: r.x[to] - r.x[from], dy: r.y[to] - r.y[from], time: r.at[frame + to] - r.at[frame + from]};
}

// x and y in full (16 bits each), then steps of a signed byte each; a step of -128 announces a place in full.
function unpackPlaces(r, data) {
    let at = 0;
    for (let t = 0; t < r.tracks; ++t) {
        let x = 0, y = 0;
        for (let s = r.start[t]; s < r.start[t + 1]; ++s) {
            const begins = s === r.start[t];
            if (begins || data.getInt8(at) === -128) {
                at += begins ? 0 : 1;
                x = data.getUint16(at, true);
                y = data.getUint16(at + 2, true);
                at += 4;
            } else {
                x += data.getInt8(at++);
                y += data.getInt8(at++);
            }
            r.x[s] = r.origin[0] + x * r.quantum;
            r.y[s] = r.origin[1] + y * r.quantum;
        }
    }
}

// One of palette.length directions per sample, from the position half a second before to that half a second after: about
// one pair of steps, so that the swaying of a walk cancels. A person that hardly moves keeps the heading.
function headings(r) {
    const steps = r.palette.dark.length;
    const result = new Uint8Array(r.x.length);
    for (let t = 0; t < r.tracks; ++t) {
        let last = headingless;
        for (let s = r.start[t]; s < r.start[t + 1]; ++s) {
            const {dx, dy, time} = strideOf(r, t, s);
            if (Math.hypot(dx, dy) * r.fps > 0.1 * time) {
                last = Math.round(Math.atan2(dy, dx) / (2 * Math.PI) * steps + steps) % steps;
            }
            result[s] = last;
        }
        // A person that stood still at first has the heading of the first steps.
        for (let s = r.start[t + 1] - 2; s >= r.start[t]; --s) {
            if (result[s] === headingless) result[s] = result[s + 1];
        }
    }
    return result;
}

// frameTracks[frameStart[f] .. frameStart[f + 1]) are the tracks with frame f.
function framesOf(r) {
    const frameStart = new Uint32Array(r.frames + 1);
    for (let t = 0; t < r.tracks; ++t) {
        const last = r.first[t] + r.start[t + 1] - r.start[t];
        for (let f = r.first[t]; f < last; ++f) ++frameStart[f + 1];
    }
    for (let f = 0; f < r.frames; ++f) frameStart[f + 1] += frameStart[f];
    const fill = frameStart.slice(), frameTracks = new Uint32Array(r.x.length);
    for (let t = 0; t < r.tracks; ++t) {
        const last = r.first[t] + r.start[t + 1] - r.start[t];
        for (let f = r.first[t]; f < last; ++f) frameTracks[fill[f]++] = t;
    }
    return {frameStart, frameTracks};
}

// All people at a time between two frames: positions are on the straight line between them. A person that is not in the
// second one stays for the usual time of a frame, not for a whole gap of the recording.
class Moment {
    constructor(recording) {
        const most = recording.frameStart.reduce((m, s, f, all) => f ? Math.max(m, s - all[f - 1]) : 0, 0);
        this.recording = recording;
        this.frame = 0;
        this.share = 0;
        this.size = 0;
        this.track = new Uint32Array(most);
        this.x = new Float32Array(most);
        this.y = new Float32Array(most);
        this.heading = new Uint8Array(most);
        this.inside = new Uint8Array(most);
    }

    at(time) {
        const r = this.recording, frame = frameAt(r, time), past = time - r.at[frame];
        const share = frame + 1 < r.frames ? past / (r.at[frame + 1] - r.at[frame]) : 0;
        const [left, bottom, right, top] = r.window;
        this.frame = frame;
        this.share = share;
        this.size = 0;
        for (let at = r.frameStart[frame]; at < r.frameStart[frame + 1]; ++at) {
            const t = r.frameTracks[at], s = r.start[t] + frame - r.first[t], goesOn = s + 1 < r.start[t + 1];
            if (!goesOn && past >= r.step * 1.001) continue;
            const next = share > 0 && goesOn ? s + 1 : s, i = this.size++;
            this.track[i] = t;
            this.x[i] = r.x[s] + share * (r.x[next] - r.x[s]);
            this.y[i] = r.y[s] + share * (r.y[next] - r.y[s]);
            this.heading[i] = r.heading[s];
            this.inside[i] = r.whole || (this.x[i] >= left && this.x[i] <= right && this.y[i] >= bottom && this.y[i] <= top) ? 1 : 0;
        }
    }

    // The lower left corner of a vehicle, in metres.
    cornerOf(vehicle) {
        const next = Math.min(this.frame + 1, this.recording.frames - 1), c = vehicle.corners;
        const between = axis => (c[2 * this.frame + axis] + this.share * (c[2 * next + axis] - c[2 * this.frame + axis])) / 100;
        return [between(0), between(1)];
    }

    // Position in this moment of person `id`, or -1.
    find(id) {
        for (let i = 0; i < this.size; ++i) if (this.recording.id[this.track[i]] === id) return i;
        return -1;
    }

    // The neighbours of `i` within the radius, nearest first.
    near(i) {
        const found = [], reach = this.recording.radius;
        for (let j = 0; j < this.size; ++j) {
            const dx = this.x[j] - this.x[i], dy = this.y[j] - this.y[i];
            if (j !== i && dx * dx + dy * dy <= reach * reach) found.push({i: j, distance: Math.hypot(dx, dy)});
        }
        return found.sort((a, b) => a.distance - b.distance);
    }

    // The person at (x, y), at most `reach` metres off, or -1.
    nearestTo(x, y, reach) {
        let best = -1, closest = reach * reach;
        for (let i = 0; i < this.size; ++i) {
            const dx = this.x[i] - x, dy = this.y[i] - y, d = dx * dx + dy * dy;
            if (this.inside[i] && d <= closest) { best = i; closest = d; }
        }
        return best;
    }
}

// The number of a person's neighbours in each frame; -1 if absent or outside the window.
function neighborsOverTime(r, id) {
    const counts = new Int16Array(r.frames).fill(-1), moment = new Moment(r);
    for (const t of r.tracksOf.get(id)) {
        for (let f = r.first[t]; f < r.first[t] + r.start[t + 1] - r.start[t]; ++f) {
            moment.at(r.at[f]);
            const i = moment.find(id);
            if (!moment.inside[i]) continue;
            let count = 0;
            for (let j = 0; j < moment.size; ++j) {
                const dx = moment.x[j] - moment.x[i], dy = moment.y[j] - moment.y[i];
                if (j !== i && dx * dx + dy * dy <= r.radius * r.radius) ++count;
            }
            counts[f] = count;
        }
    }
    return counts;
}
