import { chromium } from 'playwright-core';
import { findChromium } from './harness/chromium.ts';
const { executablePath, env } = findChromium();
const b = await chromium.launch({ executablePath, env: { ...process.env, ...env }, args: ['--no-sandbox'] });
const base = 'http://127.0.0.1:4321';
const sign = async (email) => {
  const r = await fetch(base + '/api/auth/login', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: 'classwright-demo' }),
  });
  return r.json();
};
async function open(email, opts, path) {
  const ctx = await b.newContext(opts);
  const p = await ctx.newPage();
  await p.goto(base + '/sign-in');
  await p.waitForLoadState('networkidle');
  await p.getByLabel('Email').first().fill(email);
  await p.getByLabel('Password').first().fill('classwright-demo');
  await p.keyboard.press('Enter');
  await p.waitForTimeout(2500);
  if (path) {
    await p.goto(base + path);
    await p.waitForTimeout(2500);
  }
  return p;
}
const out = '/tmp/demo/';
const p = await open(process.argv[2], JSON.parse(process.argv[3]), process.argv[4]);
await p.screenshot({ path: out + process.argv[5], fullPage: true });
console.log(p.url(), (await p.locator('body').innerText()).slice(0, 600));
await b.close();
