import { randomBytes } from 'node:crypto';
import { en } from '@classwright/contract/messages/en';
import { withClient } from '@classwright/server/testing/scratch-database';
import { chromium } from 'playwright-core';
import { expect, inject, test } from 'vitest';
import { findChromium } from './harness/chromium.ts';
import type {} from './harness/global-setup.ts'; // declares the type of `inject`
import { bringPerson } from './harness/person.ts';
import { startProduct } from './harness/server.ts';
import { see } from './join/steps.ts';

const patience = { timeout: 60_000 };

test('[B041] a first start without a demo: the printed link leads to the first school and its administrator, once', { timeout: 180_000 }, async () => {
  const { webRoot, connection } = inject('journeys');
  const database = `classwright_set_up_${randomBytes(4).toString('hex')}`;
  const asAdmin = (statement: string) => withClient({ ...connection, database: 'postgres' }, (admin) => admin.query(statement));
  await asAdmin(`CREATE DATABASE ${database}`);
  const product = await startProduct({ connection: { ...connection, database }, webRoot, env: { DEMO: 'off' }, processes: 1 });
  const { executablePath, env } = findChromium();
  const browser = await chromium.launch({
    executablePath,
    env: { ...process.env, ...env } as Record<string, string>,
    args: ['--no-sandbox', '--disable-dev-shm-usage', '--disable-gpu'],
  });
  const person = await bringPerson(browser, product.port, 'set-up', { name: 'first administrator', viewport: 'smallPhone' });
  try {
    const { page } = person;
    await person.visit('/');
    await see(person, en['signIn.setUp']);
    const link = /http\S+\/set-up#code=\S+/.exec(product.output())?.[0];
    expect(link).toBeTruthy();
    const { pathname, hash } = new URL(link as string);
    await person.visit(pathname + hash);
    const form = page.getByRole('form', { name: en['setUp.title'] });
    await form.waitFor(patience);
    await expect.poll(() => page.url()).not.toContain('code');
    await form.getByLabel('First Name', { exact: true }).fill('Ingrid');
    await form.getByRole('button', { name: en['setUp.submit'] }).click();
    for (const field of ['School', 'Last Name', 'Email', 'Password']) await form.getByText(`${field} is required`).waitFor(patience);
    expect(await form.getByLabel('First Name', { exact: true }).inputValue()).toBe('Ingrid');
    await person.expectAccessible('faults');
    await form.getByLabel('School', { exact: true }).fill('Rowan Bridge School');
    await form.getByLabel('Time zone', { exact: true }).selectOption('Europe/Oslo');
    await form.getByLabel('Last Name', { exact: true }).fill('Solheim');
    await form.getByLabel('Email', { exact: true }).fill('ingrid@rowan.test');
    await form.getByLabel('Password', { exact: true }).fill('too short');
    await page.keyboard.press('Enter');
    await form.getByText('Choose at least 15 characters').waitFor(patience);
    await form.getByLabel('Password', { exact: true }).fill('seven purple otters swim');
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
    await page.keyboard.press('Enter');
    await page.waitForURL('**/home');

    // The next steps appear there, and can be dismissed for good.
    const steps = page.getByRole('region', { name: en['firstSteps.title'] });
    await steps.getByText('1 of 7 done').waitFor(patience);
    await person.expectAccessible('first steps');
    await steps.getByRole('link', { name: en['firstSteps.people'] }).click();
    await page.getByRole('dialog', { name: en['import.title'] }).waitFor(patience);
    await person.visit('/home');
    await steps.getByRole('button', { name: en['firstSteps.hide'] }).click();
    await page.getByRole('button', { name: 'First steps: 1 of 7 done' }).waitFor(patience);
    await page.reload();
    await page.getByRole('button', { name: 'First steps: 1 of 7 done' }).waitFor(patience);
    expect(await steps.count()).toBe(0);

    // The sign-in page now knows the school, and its administrator can sign in again.
    await page.getByRole('button', { name: 'Account of Ingrid Solheim' }).click();
    await page.getByRole('menuitem', { name: en['shell.logOut'] }).click();
    await see(person, 'Rowan Bridge School');
    expect(await page.getByText(en['signIn.setUp']).count()).toBe(0);
    await page.getByLabel(en['signIn.email'], { exact: true }).fill('Ingrid@Rowan.test');
    await page.getByLabel(en['signIn.password'], { exact: true }).fill('seven purple otters swim');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/home');
    await person.visit('/accounts');
    await page.getByRole('list', { name: en['accounts.title'] }).getByText('ingrid@rowan.test').waitFor(patience);

    const other = await bringPerson(browser, product.port, 'set-up', { name: 'somebody with the same link' });
    await other.visit(pathname + hash);
    await see(other, /is not valid/);
    await other.expectAccessible('refused');
    expect([...person.faults(), ...other.faults()]).toEqual([]);
    await other.leave();
  } catch (error) {
    await person.look('at the failure');
    throw error;
  } finally {
    await person.leave();
    await browser.close();
    await product.dispose();
    await asAdmin(`DROP DATABASE ${database} WITH (FORCE)`);
  }
});
