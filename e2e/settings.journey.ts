import { en } from '@classwright/contract/messages/en';
import { expect } from 'vitest';
import { journey, type Person } from './harness/index.ts';
import { signInByCall, watchChannels } from './join/steps.ts';
import { entryOf } from './menu-steps.ts';

const patience = { timeout: 60_000 };
const pathOf = ({ page }: Person): string => new URL(page.url()).pathname;
const expectNoSideScroll = async ({ page }: Person): Promise<void> =>
  expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
const saved = ({ page }: Person) => page.waitForResponse((answer) => /\/schools\/\d+\/settings$/.test(answer.url()) && answer.request().method() === 'PUT');

journey(
  '[L286] [K069] a school is set up: zone, devices, levels and launcher take effect, and two who save at once are told',
  async ({ bring, server }) => {
    const admin = await bring({ name: 'administrator' });
    const { page } = admin;
    await admin.signIn('admin@demo.school', { stays: true }); // the outside site here is a page of ours in a tab of its own
    await (await entryOf(admin, 'school', 'School Settings')).click();
    const zone = page.getByLabel(en['schoolSettings.timeZone'], { exact: true });
    await zone.waitFor(patience);
    expect(pathOf(admin)).toBe('/school-settings');
    expect(await page.getByLabel(en['schoolSettings.school'], { exact: true }).count()).toBe(0); // there is one
    await admin.expectAccessible('settings');

    // A wrong address is refused at its field, and all typed values stay.
    await zone.selectOption('Europe/Berlin');
    await page.getByRole('switch', { name: en['schoolSettings.severalDevices'] }).check();
    await page.getByRole('radio', { name: en['schoolSettings.someLevels'] }).check();
    const mail = page.getByLabel(en['launcher.mail'], { exact: true });
    await mail.fill('mail.school.example');
    await page.getByRole('button', { name: en['schoolSettings.save'], exact: true }).click();
    await page.getByText('Mail needs an address that begins with https://').waitFor(patience);
    await expect.poll(() => mail.evaluate((field) => field === document.activeElement)).toBe(true);
    expect(await zone.inputValue()).toBe('Europe/Berlin');
    await admin.expectAccessible('settings refused');

    await mail.fill(`${server.url}/mail`);
    await page.getByLabel(en['launcher.live_learning'], { exact: true }).fill(`${server.url}/outside?school=1`);
    const first = saved(admin);
    await page.getByRole('button', { name: en['schoolSettings.save'], exact: true }).click();
    expect((await first).status()).toBe(200);
    await page.getByText(en['schoolSettings.saved']).waitFor(patience);

    // Someone else saves in the meantime: their values are kept if nothing was typed, and shown if both typed.
    const other = await signInByCall(server, 'admin@demo.school');
    const { data: schools } = await other.get('/schools');
    const put = await fetch(`${server.url}/api/schools/${schools[0].id}/settings`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${other.token}` },
      body: JSON.stringify({ time_zone: 'Asia/Tokyo', drive_url: 'https://drive.school.example/' }),
    });
    expect(put.status).toBe(200);
    await zone.selectOption('America/Lima');
    await page.getByRole('button', { name: en['schoolSettings.save'], exact: true }).click();
    await page.getByText(/while you were editing it/).waitFor(patience);
    await page.getByRole('region', { name: en['schoolSettings.timeZone'] }).getByText('Asia/Tokyo').waitFor(patience);
    expect(await zone.inputValue()).toBe('America/Lima');
    expect(await page.getByLabel(en['launcher.drive'], { exact: true }).inputValue()).toBe('https://drive.school.example/');
    await admin.expectAccessible('settings saved by another');
    const second = saved(admin);
    await page.getByRole('button', { name: en['schoolSettings.save'], exact: true }).click();
    expect((await second).status()).toBe(200);

    // The launcher leads there. An outside site gets a code that is valid once, and never the token.
    await page.getByRole('button', { name: en['shell.launcher'] }).click();
    await admin.expectAccessible('launcher');
    const link = page.getByRole('link', { name: en['launcher.mail'] });
    expect(await link.getAttribute('href')).toBe(`${server.url}/mail`);
    // The requested address counts: our own page redirects to the sign-in right away, since nobody is signed in in the
    // new tab.
    const opened = admin.context.waitForEvent('page');
    const asked = admin.context.waitForEvent('request', (request) => request.isNavigationRequest() && request.url().includes('/outside?'));
    await page.getByRole('link', { name: en['launcher.live_learning'] }).click();
    const outside = await opened;
    const { searchParams } = new URL((await asked).url());
    expect(searchParams.get('school')).toBe('1');
    const redeem = () =>
      fetch(`${server.url}/api/hand-off/redeem`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ code: searchParams.get('code'), target: 'live-learning' }),
      });
    expect(await (await redeem()).json()).toMatchObject({ target: 'live-learning', user: { email: 'admin@demo.school' } });
    expect((await redeem()).status).toBe(403);
    await outside.close();

    // A teacher stays signed in on the first device while using a second one.
    const [laptop, phone] = [await bring({ name: 'teacher at the laptop' }), await bring({ name: 'teacher at the phone', viewport: 'phone' })];
    await laptop.signIn('teacher@demo.school');
    await phone.signIn('teacher@demo.school');
    await (await entryOf(laptop, 'lessons', 'Assessments')).click();
    await laptop.page.getByRole('heading', { level: 1, name: en['assessments.title'] }).waitFor(patience);

    // On a phone, with a second school to choose from.
    await other.post('/schools', {
      school_name: 'Alder Grove School',
      city: 'X',
      state: 'Y',
      zip: '1',
      district: 'D',
      contact_name: 'C',
      phone: '1',
      address: 'A',
    });
    const small = await bring({ name: 'administrator at the phone', viewport: 'phone' });
    await small.signIn('admin@demo.school', { to: '/school-settings' });
    await small.page.getByRole('combobox', { name: en['schoolSettings.school'], exact: true }).click();
    await small.page.getByRole('option', { name: 'Alder Grove School' }).click();
    await expect.poll(() => small.page.getByLabel(en['launcher.mail'], { exact: true }).inputValue()).toBe('');
    await expect.poll(() => small.page.getByLabel(en['schoolSettings.timeZone'], { exact: true }).inputValue()).toBe('America/Lima'); // the first school's
    await small.page.setViewportSize({ width: 360, height: 740 });
    await expectNoSideScroll(small);
    await small.expectAccessible('settings');
  },
  300_000,
);

journey('what was deleted from a list stands in its archive: restored by one press, purged for good after a question', async ({ bring, server }) => {
  const other = await signInByCall(server, 'admin@demo.school');
  for (const name of ['Grade 98', 'Grade 99']) await other.post('/levels', { name });
  const admin = await bring({ name: 'administrator' });
  const { page } = admin;
  await admin.signIn('admin@demo.school', { to: '/levels' });
  for (const name of ['Grade 98', 'Grade 99']) {
    await page.getByRole('button', { name: `Delete ${name}`, exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Are you sure you want to delete this Level?' });
    await dialog.getByText(en['list.unused']).waitFor(patience);
    await dialog.getByRole('button', { name: en['common.ok'], exact: true }).click();
    await page.getByRole('button', { name: `Delete ${name}`, exact: true }).waitFor({ state: 'detached', ...patience });
  }
  await page.getByRole('button', { name: en['list.archived'], exact: true }).click();
  const restore = page.getByRole('button', { name: 'Restore Grade 98', exact: true });
  await restore.waitFor(patience);
  await admin.expectAccessible('archive');
  await restore.click();
  await restore.waitFor({ state: 'detached', ...patience });
  await page.getByRole('button', { name: 'Purge Grade 99', exact: true }).click();
  const question = page.getByRole('dialog', { name: 'Permanently purge this Level?' });
  await question.getByText('Grade 99', { exact: true }).waitFor(patience);
  await admin.expectAccessible('purge asked');
  await question.getByRole('button', { name: en['list.purge'], exact: true }).click();
  await page.getByText(en['list.archivedNone']).waitFor(patience);
  await page.setViewportSize({ width: 360, height: 740 });
  await expectNoSideScroll(admin);
  await page.getByRole('button', { name: 'Back to Levels' }).click();
  await page.getByText('Grade 98', { exact: true }).first().waitFor(patience);
  expect(await page.getByText('Grade 99', { exact: true }).count()).toBe(0);
});

journey('a sign-in that ends asks for the password over the page, readable in both modes, and what was typed stays', async ({ bring, server }) => {
  const teacher = await bring({ name: 'teacher' });
  const { page } = teacher;
  const entered = watchChannels(teacher);
  await teacher.signIn('teacher@demo.school', { to: '/profile' });
  const city = page.getByLabel(en['profile.field.city'], { exact: true });
  await city.fill('Rowan Bridge');
  await expect.poll(() => entered.size).toBeGreaterThan(0);
  await server.advanceClockMs(31 * 24 * 3_600_000);
  // The page may be notified as it joins its channel. Then the dialog already covers the button.
  await page.getByRole('button', { name: en['profile.save'], exact: true }).dispatchEvent('click');
  const dialog = page.getByRole('dialog', { name: en['signIn.again'] });
  await dialog.waitFor(patience);
  await teacher.expectAccessible('expired');
  await dialog.getByLabel(en['signIn.password'], { exact: true }).fill('classwright-demo');
  await dialog.getByRole('button', { name: en['signIn.submit'], exact: true }).click();
  await dialog.waitFor({ state: 'detached', ...patience });
  expect(await city.inputValue()).toBe('Rowan Bridge');
  const kept = page.waitForResponse((answer) => answer.url().endsWith('/api/profile') && answer.request().method() === 'PUT');
  await page.getByRole('button', { name: en['profile.save'], exact: true }).click();
  expect((await kept).status()).not.toBe(401); // it used the new sign-in
  await page.setViewportSize({ width: 360, height: 740 });
  await expectNoSideScroll(teacher);
});
