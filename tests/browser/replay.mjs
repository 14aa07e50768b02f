// SPDX-License-Identifier: MIT
// node replay.mjs PROGRAM: the replay page in a real Chromium, opened from disk. Exit code 77: a tool is missing.
import assert from "node:assert/strict";
import {execFileSync} from "node:child_process";
import {existsSync, mkdtempSync, rmSync, writeFileSync} from "node:fs";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {pathToFileURL} from "node:url";

const skip = why => {
    console.log(`skipped: ${why}`);
    process.exit(77);
};
const browserAt = [process.env.CHROMIUM, "/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"]
    .find(path => path && existsSync(path));
if (!browserAt) skip("Chromium is not installed (package chromium)");
const playwright = await import("playwright-core").catch(() => skip("playwright-core is not installed (npm ci in tests/browser)"));
const {chromium} = playwright.default ?? playwright;

// Persons 11 and 12 walk side by side, half a metre apart, person 13 stands away: four seconds at 25 frames a second.
const frames = 101, place = mkdtempSync(join(tmpdir(), "throng_replay_"));
const at = {11: f => [0.04 * f, 0], 12: f => [0.04 * f, 0.5], 13: () => [3, 4]};
let text = "# framerate: 25 fps\n# id frame x/m y/m\n";
for (const id of [11, 12, 13])
    for (let f = 0; f < frames; ++f) text += `${id} ${f} ${at[id](f).map(v => v.toFixed(2)).join(" ")}\n`;
writeFileSync(join(place, "walk.txt"), text);
execFileSync(process.argv[2], ["run", "walk.txt", "--radius", "1", "--quiet"], {cwd: place});
const replay = pathToFileURL(join(place, "out/run/replay.html")).href;
execFileSync(process.argv[2], ["run", "walk.txt", "--quiet", "--theme", "light", "--out", "light"], {cwd: place});
const lightReplay = pathToFileURL(join(place, "light/replay.html")).href;

const browser = await chromium.launch({executablePath: browserAt, args: ["--no-sandbox", "--disable-gpu"]});
const laws = [];
const law = (name, body) => laws.push([name, body]);

// A page at `hash`; whatever it says on its console, and each error in it, is a fault.
async function withPage(options, hash, body, address = replay) {
    const context = await browser.newContext(options);
    const page = await context.newPage();
    const said = [];
    page.on("console", message => said.push(message.text()));
    page.on("pageerror", error => said.push(String(error)));
    page.on("request", request => { if (!/^(file|data):/.test(request.url())) said.push(`asked for ${request.url()}`); });
    await page.goto(address + hash);
    await body(page);
    assert.deepEqual(said, []);
    await context.close();
}
const wide = {viewport: {width: 1200, height: 800}};
const timeOf = page => page.evaluate("state.time");
const scaleOf = page => page.evaluate("view.scale");
const painted = page => page.evaluate(() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done))));

async function clickPerson(page, id, frame) {
    const [x, y] = at[id](frame);
    const stage = await page.evaluate(`view.toStage(${x}, ${y})`);
    await page.locator("#canvas").click({position: stage});
    await painted(page);
}
const cardOf = async page => ({
    name: await page.locator("#card-name").textContent(), count: await page.locator("#card-count").textContent(),
    within: await page.locator("#card-within").textContent(), nearest: await page.locator("#card-nearest").textContent(),
});

law("It plays at once, pauses and plays on, by the button and by the space bar", () => withPage(wide, "", async page => {
    const button = page.locator("#play");
    assert.equal(await button.getAttribute("aria-label"), "Pause");
    await page.waitForFunction("state.time > 2");
    await button.click();
    assert.equal(await button.getAttribute("aria-label"), "Play");
    const stopped = await timeOf(page);
    await painted(page);
    assert.equal(await timeOf(page), stopped);
    await page.locator("#stage").click({position: {x: 5, y: 5}});
    await page.keyboard.press(" ");
    assert.equal(await button.getAttribute("aria-label"), "Pause");
    await page.waitForFunction(`state.time > ${stopped}`);
    await page.keyboard.press(" ");
    assert.equal(await button.getAttribute("aria-label"), "Play");
}));

law("It stops at its end and begins anew", () => withPage(wide, "#t=3.9", async page => {
    await page.keyboard.press(" ");
    await page.waitForFunction("!state.playing && state.time === end");
    await page.locator("#play").click();
    assert.ok(await timeOf(page) < 90);
}));

law("The slider goes to any moment", () => withPage(wide, "#t=0", async page => {
    await page.locator("#scrub").fill("50");
    await painted(page);
    assert.equal(await timeOf(page), 50);
    assert.match(await page.locator("#clock").textContent(), /^frame 50 . 2\.0 \/ 4\.0 s$/);
}));

law("It zooms by button, wheel and key, and back to all", () => withPage(wide, "#t=0", async page => {
    const whole = await scaleOf(page);
    await page.locator("#zoom-in").click();
    assert.ok(await scaleOf(page) > 1.4 * whole);
    await page.locator("#zoom-out").click();
    assert.ok(Math.abs(await scaleOf(page) - whole) < 1e-6 * whole);
    const under = await page.evaluate("view.toWorld(300, 200)");
    const box = await page.locator("#canvas").boundingBox();
    await page.mouse.move(box.x + 300, box.y + 200);
    await page.mouse.wheel(0, -300);
    await page.waitForFunction(`view.scale > 1.2 * ${whole}`);
    const after = await page.evaluate("view.toWorld(300, 200)");
    assert.ok(Math.hypot(after.x - under.x, after.y - under.y) < 1e-3, "what is under the pointer stays there");
    await page.keyboard.press("0");
    assert.ok(Math.abs(await scaleOf(page) - whole) < 1e-6 * whole);
}));

law("A click on a person lists the neighbours", () => withPage(wide, "#t=2", async page => {
    await clickPerson(page, 11, 50);
    assert.deepEqual(await cardOf(page), {name: "person 11", count: "1", within: "within 1 m", nearest: "0.50 m"});
    await clickPerson(page, 13, 50);
    assert.deepEqual(await cardOf(page), {name: "person 13", count: "0", within: "within 1 m", nearest: "\u2013"});
    await page.keyboard.press("Escape");
    await painted(page);
    assert.ok(await page.locator("#card").isHidden());
}));

law("Boxes of a video are measured in pixels", async () => {
    const line = (id, x, f) => `${id} ${x} 20 ${x + 10} 44 ${f} 0 0 0 "Biker"\n`;
    writeFileSync(join(place, "video.txt"), [0, 1].map(f => line(1, 100 + f, f) + line(2, 130 + f, f)).join(""));
    execFileSync(process.argv[2], ["run", "video.txt", "--radius", "40", "--quiet", "--out", "video"], {cwd: place});
    const video = pathToFileURL(join(place, "video/replay.html")).href;
    await withPage(wide, "#t=0&id=1", async page => {
        assert.deepEqual(await cardOf(page), {name: "person 1", count: "1", within: "within 40 px", nearest: "30.00 px"});
    }, video);
});

law("Every action has a key", () => withPage(wide, "#t=2&id=12", async page => {
    assert.equal((await cardOf(page)).name, "person 12");
    await page.keyboard.press(".");
    assert.equal(await timeOf(page), 51);
    await page.keyboard.press(",");
    assert.equal(await timeOf(page), 50);
    await page.keyboard.press("ArrowRight");
    assert.equal(await timeOf(page), 75);
    await page.keyboard.press("Home");
    assert.equal(await timeOf(page), 0);
    await page.keyboard.press("End");
    assert.equal(await timeOf(page), 100);
    await page.keyboard.press("ArrowUp");
    assert.equal(await page.evaluate("state.speed"), 2);
    await page.keyboard.press("f");
    assert.ok(await page.locator("#follow").isChecked());
    for (const id of ["play", "scrub", "theme", "zoom-in", "zoom-out", "zoom-fit"]) {
        await page.locator(`#${id}`).focus();
        assert.equal(await page.evaluate("document.activeElement.id"), id);
        assert.ok(await page.locator(`#${id}`).getAttribute("aria-label"), id);
    }
}));

law("It follows the colour scheme of the system, and has both", async () => {
    const grounds = [];
    for (const colorScheme of ["light", "dark"]) {
        await withPage({...wide, colorScheme}, "#t=1", async page => {
            await painted(page);
            assert.equal(await page.evaluate("document.documentElement.dataset.theme"), colorScheme);
            grounds.push(await page.evaluate("getComputedStyle(document.body).backgroundColor"));
            const colours = await page.evaluate(() => {
                const canvas = document.getElementById("canvas");
                const pixels = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height).data;
                const seen = new Set();
                for (let i = 0; i < pixels.length; i += 4) seen.add(pixels[i] << 16 | pixels[i + 1] << 8 | pixels[i + 2]);
                return seen.size;
            });
            assert.ok(colours > 10, `${colours} colours are no picture of people`);
            await page.keyboard.press("t");
            assert.notEqual(await page.evaluate("document.documentElement.dataset.theme"), colorScheme);
        });
    }
    assert.notEqual(grounds[0], grounds[1]);
});

law("It opens in the theme that the program was asked for", () => withPage({...wide, colorScheme: "dark"}, "", async page => {
    assert.equal(await page.evaluate("document.documentElement.dataset.theme"), "light");
}, lightReplay));

law("A narrow window holds all of it", () => withPage({viewport: {width: 360, height: 640}, isMobile: true}, "#t=2&id=11", async page => {
    await painted(page);
    assert.ok(await page.evaluate("document.scrollingElement.scrollWidth") <= 360, "nothing is to the right of it");
    for (const id of ["canvas", "play", "scrub", "theme", "card"]) {
        const box = await page.locator(`#${id}`).boundingBox();
        assert.ok(box && box.width > 20 && box.x >= 0 && box.x + box.width <= 360, id);
    }
    const stage = await page.locator("#canvas").boundingBox();
    assert.ok(stage.height > 150, `the stage is ${stage.height} pixels high`);
}));

let failed = 0;
for (const [name, body] of laws) {
    try {
        await body();
        console.log(`ok      ${name}`);
    } catch (error) {
        ++failed;
        console.log(`FAILED  ${name}\n${error.stack}`);
    }
}
await browser.close();
rmSync(place, {recursive: true});
process.exit(failed ? 1 : 0);
