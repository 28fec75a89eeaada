import { en } from '@classwright/contract/messages/en';
import { pngOf } from '@classwright/server/testing/pictures';
import { expect } from 'vitest';
import { journey, type Person } from './harness/index.ts';

const patience = { timeout: 60_000 };
const HOST = 'lincoln.localhost'; // browsers find every such name on this machine
const COLOR = '#1a5fb4';
/** The shade of it that stands where the primary color of the product does. */
const SHADE = '#3768b7';
const primary = ({ page }: Person) => page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--cw-primary').trim());
const fits = ({ page }: Person) => page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth);
const isDrawn = ({ page }: Person) =>
  page.locator('main img[src*="/logo/"]').evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth === 240);

journey(
  '[B3013] an administrator uploads a logo and chooses a color; at the school’s own host its name, logo and color show before sign-in, and logo and color after it',
  async ({ bring, query, server }) => {
    await query(`UPDATE schools SET settings = settings || '{"host": "${HOST}"}' WHERE id = (SELECT min(id) FROM schools)`);
    const [{ school_name: school }] = (await query('SELECT school_name FROM schools ORDER BY id LIMIT 1')) as [{ school_name: string }];

    const admin = await bring({ name: 'administrator', viewport: 'smallPhone', origin: `http://localhost:${server.port}` });
    await admin.signIn('admin@demo.school', { to: '/school-settings' });
    const field = admin.page.locator('input[type=file]');
    await admin.page.getByText(en['schoolSettings.logoNone']).waitFor(patience);
    await admin.page.getByText(HOST).waitFor(patience);
    await field.setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: Buffer.from('<svg/>') });
    await admin.page.getByText(en['schoolSettings.logoNoPicture']).waitFor(patience);
    await field.setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: Buffer.concat([pngOf(8), Buffer.alloc(200_000)]) });
    await admin.page
      .getByText(/at most 200 KB\. *$|too large/)
      .first()
      .waitFor(patience);
    await field.setInputFiles({
      name: 'logo.png',
      mimeType: 'image/png',
      buffer: await admin.page.screenshot({ clip: { x: 0, y: 0, width: 120, height: 30 } }),
    });
    await admin.page.getByText(en['schoolSettings.logoSaved']).waitFor(patience);
    await admin.page
      .getByRole('img', { name: `Logo of ${school}` })
      .first()
      .waitFor(patience);
    await admin.page.getByLabel(en['schoolSettings.colorTyped']).fill('blue');
    await admin.page.getByRole('button', { name: en['schoolSettings.colorSave'] }).click();
    await admin.page.getByText(en['schoolSettings.notAColor']).waitFor(patience);
    expect(await admin.page.getByLabel(en['schoolSettings.colorTyped']).inputValue()).toBe('blue');
    await admin.page.getByLabel(en['schoolSettings.colorTyped']).fill(COLOR);
    await admin.page.getByRole('button', { name: en['schoolSettings.colorSave'] }).click();
    await admin.page.getByRole('button', { name: en['schoolSettings.colorRemove'] }).waitFor(patience);
    await admin.expectAccessible('school settings');
    expect(await fits(admin)).toBe(true);

    for (const viewport of ['smallPhone', 'desktop'] as const) {
      const teacher = await bring({ name: 'teacher', viewport, origin: `http://${HOST}:${server.port}` });
      const { page } = teacher;
      await page.goto('/');
      await page.getByText(school, { exact: true }).first().waitFor(patience);
      await expect.poll(() => isDrawn(teacher), patience).toBe(true);
      await expect.poll(() => primary(teacher), patience).toBe(SHADE);
      await teacher.expectAccessible('sign-in of the school');
      expect(await fits(teacher)).toBe(true);
      await teacher.signInAtPage('teacher@demo.school');
      await page.getByRole('banner').getByRole('img', { name: school }).waitFor(patience);
      await expect.poll(() => primary(teacher), patience).toBe(SHADE);
      await teacher.expectAccessible('head with the logo');
      expect(await fits(teacher)).toBe(true);
      expect(new URL(page.url()).hostname).toBe(HOST);
    }
  },
  300_000,
  { env: () => ({ PUBLIC_URL: 'http://localhost:{port}' }) },
);
