import { readFileSync } from 'node:fs';
import { en } from '@classwright/contract/messages/en';
import { expect } from 'vitest';
import { journey, type Person } from './harness/index.ts';

const patience = { timeout: 60_000 };
const fits = ({ page }: Person) => page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth);
const heading = ({ page }: Person, name: string) => page.getByRole('heading', { name, exact: true });

journey(
  '[B2803] everybody reads how a school uses data without signing in, on a phone and a screen, by keyboard, for students and for parents',
  async ({ bring }) => {
    const guest = await bring({ name: 'guest', viewport: 'phone' });
    await guest.page.goto('/');
    const link = guest.page.getByRole('link', { name: en['notice.link'] });
    await link.waitFor(patience);
    await link.focus();
    await guest.page.keyboard.press('Enter');
    await heading(guest, en['notice.child.know']).waitFor(patience);
    await guest.expectAccessible('privacy for students on a phone');
    expect(await fits(guest)).toBe(true);
    await guest.page.getByRole('radio', { name: en['notice.forChild'] }).focus();
    await guest.page.keyboard.press('ArrowRight');
    await heading(guest, en['notice.parent.what']).waitFor(patience);
    await guest.expectAccessible('privacy for parents on a phone');
    expect(await fits(guest)).toBe(true);
    await guest.page.setViewportSize({ width: 1280, height: 800 });
    expect(await fits(guest)).toBe(true);
    await guest.expectAccessible('privacy for parents');
  },
);

journey('[B2804] a change of substance is shown once, and noted', async ({ bring }) => {
  const admin = await bring({ name: 'administrator' });
  await admin.signIn('admin@demo.school', { to: '/school-settings' });
  await admin.page.getByLabel(en['notice.childText']).fill('Ask Ms. Reyes in the office.');
  await admin.page.getByRole('switch', { name: en['notice.isSubstantial'] }).check({ force: true });
  await admin.page.getByRole('form', { name: en['notice.edit'] }).getByRole('button', { name: en['notice.save'] }).click();
  await admin.page.getByText('The notice was saved as version 2.').waitFor(patience);
  await admin.expectAccessible('own paragraphs of the notice');
  const student = await bring({ name: 'student', viewport: 'phone' });
  await student.signIn('student1@demo.school', { to: '/home' });
  const dialog = student.page.getByRole('dialog', { name: en['notice.changed'] });
  await dialog.waitFor(patience);
  await student.expectAccessible('changed notice');
  expect(await fits(student)).toBe(true);
  await student.page.keyboard.press('Enter');
  await dialog.waitFor({ state: 'detached', ...patience });
  await student.page.goto('/profile');
  await student.page.getByRole('link', { name: en['notice.link'] }).click();
  await student.page.getByText('Ask Ms. Reyes in the office.').waitFor(patience);
  await student.page.goto('/home');
  await student.page.getByRole('main').waitFor(patience);
  expect(await dialog.count()).toBe(0);
});

const es = JSON.parse(readFileSync(new URL('../packages/contract/src/languages/es.json', import.meta.url), 'utf8')) as Record<string, string>;
journey(
  '[B2803] the page is in the language of the school',
  async ({ bring }) => {
    const guest = await bring({ name: 'guest', viewport: 'phone' });
    await guest.page.goto('/privacy');
    await heading(guest, es['notice.child.know']!).waitFor(patience);
    await guest.page.goto('/privacy?view=parent');
    await heading(guest, es['notice.parent.what']!).waitFor(patience);
    expect(await fits(guest)).toBe(true);
  },
  120_000,
  { env: () => ({ SCHOOL_LANGUAGE: 'es' }) },
);
