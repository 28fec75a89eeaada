import { chromium } from 'playwright-core';
import { findChromium } from './harness/chromium.ts';
const { executablePath, env } = findChromium();
const b = await chromium.launch({ executablePath, env: { ...process.env, ...env }, args: ['--no-sandbox'] });
const base = 'http://127.0.0.1:4321';
const T = (
  await (
    await fetch(base + '/api/auth/login', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'admin@demo.school', password: 'classwright-demo' }),
    })
  ).json()
).api_token;
const act = (path, body) =>
  fetch(base + '/api/all-schools/' + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: 'Bearer ' + T },
    body: JSON.stringify(body),
  }).then((r) => r.text());
console.log(await act('resume', { ids: [1] }));
const ctx = await b.newContext({ viewport: { width: 360, height: 780 } });
const p = await ctx.newPage();
await p.goto(base + '/sign-in');
await p.waitForLoadState('networkidle');
await p.getByLabel('Email').first().fill('student3@demo.school');
await p.getByLabel('Password').first().fill('classwright-demo');
await p.keyboard.press('Enter');
await p.waitForTimeout(3000);
console.log(await act('suspend', { ids: [1], reason: 'The contract ended on 31 October.' }));
await p.waitForTimeout(2500);
await p.goto(base + '/classes');
await p.waitForTimeout(3000);
await p.screenshot({ path: '/tmp/demo/reload.png' });
console.log(p.url(), (await p.locator('body').innerText()).slice(0, 700));
console.log(await act('resume', { ids: [1] }));
await b.close();
