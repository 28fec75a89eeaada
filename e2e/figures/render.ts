/**
 * Renders the demo school's figures: every SVG of `apps/server/src/demo/figures` becomes a PNG of the same name, in the
 * product's typeface, 1200 px wide or as wide as 60 kB allow. Run it after changing a figure and commit both files:
 * `node e2e/figures/render.ts [name …]`.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import chromium from '@sparticuz/chromium';
import { chromium as playwright } from 'playwright-core';

const WIDTH_PX = 600;
const SCALES = [2, 1.75, 1.5] as const;
const MAX_BYTES = 60_000;
const folder = new URL('../../apps/server/src/demo/figures/', import.meta.url);
const fontFile = '@fontsource-variable/atkinson-hyperlegible-next/files/atkinson-hyperlegible-next-latin-wght-normal.woff2';
const font = readFileSync(createRequire(import.meta.url).resolve(fontFile)).toString('base64');

/** Renders a picture in its own browser, since this build of Chromium ends with its first page. */
async function draw(svg: string, scale: number): Promise<Buffer> {
  const browser = await playwright.launch({ executablePath: await chromium.executablePath(), args: chromium.args });
  try {
    const page = await browser.newPage({ deviceScaleFactor: scale, viewport: { width: WIDTH_PX, height: WIDTH_PX } });
    await page.setContent(`<style>
      @font-face { font-family: 'Atkinson Hyperlegible Next'; font-weight: 200 800; src: url(data:font/woff2;base64,${font}) }
      body { margin: 0; background: #fff } svg { display: block; width: ${WIDTH_PX}px }</style>${svg}`);
    await page.evaluate('document.fonts.ready');
    return await page.locator('svg').screenshot({ type: 'png' });
  } finally {
    await browser.close();
  }
}

const wanted = new Set(process.argv.slice(2));
const names = readdirSync(folder).filter((name) => name.endsWith('.svg') && (wanted.size === 0 || wanted.has(name.slice(0, -4))));
for (const name of names) {
  const svg = readFileSync(new URL(name, folder), 'utf8');
  let png: Buffer = Buffer.alloc(0);
  for (const scale of SCALES) {
    png = await draw(svg, scale);
    if (png.length <= MAX_BYTES) break;
  }
  writeFileSync(new URL(name.replace('.svg', '.png'), folder), png);
  process.stdout.write(`${name}: ${png.readUInt32BE(16)} × ${png.readUInt32BE(20)}, ${png.length} bytes\n`);
}
