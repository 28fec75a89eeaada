import { en } from '@classwright/contract/messages/en';
import { expect } from 'vitest';
import { addressOf, findThings, PAGES } from './every-page.ts';
import { journey, sharedJourney, type Person } from './harness/index.ts';
import { CIRCUITS, see, signInByCall } from './join/steps.ts';
import { entryOf } from './menu-steps.ts';

const pathOf = ({ page }: Person): string => new URL(page.url()).pathname;

sharedJourney('[L008] Back, Forward and reload of an address show its page', async ({ bring }) => {
  const teacher = await bring({ name: 'teacher', viewport: 'desktop' });
  await teacher.signIn('teacher@demo.school');
  const { page } = teacher;
  await (await entryOf(teacher, 'lessons', 'Assessments')).click();
  const heading = page.getByRole('heading', { level: 1, name: en['assessments.title'] });
  await heading.waitFor();
  expect(pathOf(teacher)).toBe('/assessments');
  await page.goBack();
  await heading.waitFor({ state: 'detached' });
  expect(pathOf(teacher)).toBe('/home');
  await page.goForward();
  await heading.waitFor();
  await page.reload();
  await heading.waitFor();
  expect(pathOf(teacher)).toBe('/assessments');
});

sharedJourney('[K447] a page whose style sheet does not arrive says so, and Retry shows it with its looks', async ({ bring }) => {
  const teacher = await bring({ name: 'teacher', viewport: 'desktop' });
  await teacher.signIn('teacher@demo.school');
  const { page } = teacher;
  await page.waitForLoadState('networkidle');
  await page.route('**/*.css', (route) => route.abort('connectionreset'));
  await page.evaluate(() => history.pushState({}, '', '/calendar'));
  await page.getByText(en['common.cssChunkFailed']).waitFor();
  await page.unrouteAll({ behavior: 'wait' });
  await page.getByRole('button', { name: en['common.retry'], exact: true }).click();
  const heading = page.getByRole('heading', { level: 1, name: en['calendar.title'] });
  await heading.waitFor();
  await teacher.settle();
  const own = page.locator('link[rel="stylesheet"][href*="/calendar-"]');
  expect(await own.evaluateAll((links) => links.map((link) => (link as HTMLLinkElement).sheet!.cssRules.length > 0))).toEqual([true]);
  // There is also no link without rules left, which would break reading the page's styles.
  expect(await page.evaluate(() => [...document.styleSheets].every(({ cssRules }) => cssRules.length > 0))).toBe(true);
});

journey('[L552] dialogs of the live screens are 300 and 500 px wide, and fit on a phone', async ({ bring, server }) => {
  const { data } = await (await signInByCall(server, 'admin@demo.school')).get('/live/learning/lessons?per_page=100');
  const id = (data as unknown as { title: string; assessment_id: number }[]).find(({ title }) => title === CIRCUITS)?.assessment_id;
  const teacher = await bring({ name: 'teacher', viewport: 'desktop' });
  const { page } = teacher;
  const width = async (): Promise<number | undefined> => (await page.getByRole('dialog').boundingBox())?.width;
  await teacher.signIn('teacher@demo.school', { to: `/teacher-live-learning?assessment_id=${id}` });
  await page.getByRole('button', { name: /^Activate/ }).click();
  await expect.poll(width).toBe(300);
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Start Form/ })
    .click();
  await see(teacher, 'Form - 1A running');
  await page.getByRole('button', { name: en['teach.adjust'] }).click();
  await expect.poll(width).toBe(500);
  await page.setViewportSize({ width: 360, height: 740 });
  await expect.poll(width).toBe(328);
});

sharedJourney('[K076] the drawer is as wide as specified at every breakpoint', async ({ bring }) => {
  const teacher = await bring({ name: 'teacher', viewport: 'desktop' });
  const { page } = teacher;
  await teacher.signIn('teacher@demo.school');
  const menu = page.getByRole('navigation', { name: en['shell.mainMenu'] });
  const widths = { 400: 260, 700: 280, 1000: 290, 1440: 310, 1920: 320 } as const;
  for (const [screen, width] of Object.entries(widths)) {
    await page.setViewportSize({ width: Number(screen), height: 800 });
    if (Number(screen) < 960) await page.getByRole('button', { name: en[Number(screen) < 600 ? 'menu.more' : 'shell.menu'], exact: true }).click();
    const drawer = Number(screen) < 960 ? page.getByRole('dialog') : menu;
    await expect.poll(async () => [screen, (await drawer.boundingBox())?.width]).toEqual([screen, width]);
    if (Number(screen) < 960) await page.keyboard.press('Escape');
  }
});

/** The pages without a menu: those before sign-in, and those that fill a window of their own. */
const WITHOUT_MENU =
  /^\/(?:choose-password|google-sign-in|sync-connect|set-up|end-mails|privacy|guardian-code|teacher-live-learning|student-live-learning|student-live-snapshot|student-live-solo|student-live-review|assessment-snapshot)?$/;

journey(
  '[B2341] the menu is equally wide on every page, wide until its person chooses the small one, and as chosen on their next device',
  async ({ bring, query }) => {
    const things = await findThings(query);
    const addresses = PAGES.filter((page) => !WITHOUT_MENU.test(page)).map((page) => addressOf(page, things));
    /** Walks the pages without loading them again, and lists the widths of the menu with the pages that have it. */
    const walk = async ({ page, settle }: Person): Promise<Record<string, string[]>> => {
      const seen: Record<string, string[]> = {};
      for (const address of addresses) {
        await page.evaluate((to) => history.pushState({}, '', to), address);
        await page.waitForFunction((to) => location.href.endsWith(to) || !to.includes(location.pathname), address);
        await settle();
        const menu = page.getByRole('navigation', { name: en['shell.mainMenu'] });
        const width = (await menu.count()) === 0 ? 'no menu' : String((await menu.boundingBox())?.width);
        (seen[width] ??= []).push(address);
      }
      return seen;
    };
    const teacher = await bring({ name: 'teacher', viewport: 'desktop' });
    await teacher.signIn('teacher@demo.school');
    await teacher.settle();
    const wide = await walk(teacher);
    expect(Object.keys(wide), JSON.stringify(wide)).toEqual(['310']);
    const saved = teacher.page.waitForResponse((answer) => answer.url().endsWith('/settings/preferences') && answer.request().method() === 'PUT');
    await teacher.page.getByRole('button', { name: en['shell.hideMenu'], exact: true }).click();
    await saved;
    const next = await bring({ name: 'next device', viewport: 'desktop' });
    await next.signIn('teacher@demo.school');
    await next.page.locator('[data-mini]').waitFor();
    const small = await walk(next);
    expect(Object.keys(small), JSON.stringify(small)).toEqual(['64']);
    await next.page.setViewportSize({ width: 900, height: 720 }); // the drawer has its words
    await next.page.getByRole('button', { name: en['shell.menu'], exact: true }).click();
    await next.page.getByRole('dialog').getByRole('link', { name: en['menu.section.lessons'], exact: true }).waitFor();
  },
  240_000,
);

journey('[K064] [K077] [K082] search, bell and settings can be used by everybody, by keys, on a phone, and stay with the account', async ({ bring }) => {
  const teacher = await bring({ name: 'teacher', viewport: 'desktop' });
  const { page } = teacher;
  await teacher.signIn('teacher@demo.school');
  const search = page.getByRole('combobox', { name: en['shell.searchAll'] });
  await search.waitFor();
  await page.keyboard.press('Control+k');
  await teacher.expectAccessible('search');
  await page.keyboard.type('assess');
  await page.keyboard.press('Enter');
  await expect.poll(() => pathOf(teacher)).toBe('/assessments');
  await page.keyboard.press('Control+k');
  await page.keyboard.type('astronomy');
  await page.getByText(en['shell.searchNothing']).waitFor();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+k');
  await page.keyboard.type('student1@demo.school');
  await page.getByRole('option', { name: /student1@demo\.school/ }).waitFor();
  await teacher.expectAccessible('search for people');
  await page.keyboard.press('Enter');
  await expect.poll(() => pathOf(teacher)).toBe('/students');
  await page.getByRole('button', { name: en['bell.title'] }).click();
  await page.getByText(en['bell.none']).waitFor();
  await teacher.expectAccessible('bell');
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: /^Account of/ }).click();
  await page.getByRole('menuitem', { name: en['shell.settings'] }).click();
  const panel = page.getByRole('dialog', { name: en['settings.title'] });
  await panel.getByRole('checkbox', { name: en['settings.gradient'] }).check();
  await panel.getByRole('checkbox', { name: en['settings.image'] }).check();
  await panel.getByRole('radio', { name: en['settings.image.hills'] }).check();
  await teacher.expectAccessible('settings');
  const saved = page.waitForResponse((answer) => answer.url().endsWith('/settings/preferences') && answer.request().method() === 'PUT');
  await panel.getByRole('radio', { name: en['settings.color.teal'] }).check();
  await saved;
  await page.keyboard.press('Escape');
  await teacher.expectAccessible('chosen look');

  const phone = await bring({ name: 'the same teacher', viewport: 'phone' });
  await phone.signIn('teacher@demo.school');
  await phone.page.locator('[data-color="teal"][data-image="hills"]').waitFor();
  await phone.page.setViewportSize({ width: 360, height: 740 });
  const overflow = () => phone.page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(await overflow()).toBeLessThanOrEqual(0);
  await phone.page.getByRole('button', { name: en['shell.search'] }).click();
  await phone.expectAccessible('search');
  await phone.page.keyboard.press('Escape');
  await phone.page.getByRole('button', { name: en['menu.more'], exact: true }).click();
  await phone.expectAccessible('menu');
});

sharedJourney('[B227] a menu stands wholly within the window, wherever its button is', async ({ bring }) => {
  const isWithin = async ({ page }: Person): Promise<boolean> => {
    const items = page.getByRole('menuitem');
    await items.first().waitFor();
    return items.evaluateAll((all) =>
      all.every((one) => {
        const { left, right, top, bottom } = one.getBoundingClientRect();
        // And no container clips it.
        return left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight && one.contains(document.elementFromPoint((left + right) / 2, bottom - 4));
      }),
    );
  };
  const admin = await bring({ name: 'administrator', viewport: 'desktop' });
  await admin.signIn('admin@demo.school', { to: '/accounts?search_text=Budiman' });
  const more = admin.page.getByRole('row').getByRole('button', { name: /^More/ });
  await expect.poll(() => more.count()).toBe(1); // a table of one row
  await more.click();
  expect(await isWithin(admin)).toBe(true);
  await admin.visit('/accounts');
  await expect.poll(() => more.count()).toBe(25);
  await more.last().scrollIntoViewIfNeeded();
  await more.last().click();
  expect(await isWithin(admin)).toBe(true);

  await admin.page.setViewportSize({ width: 360, height: 740 });
  await admin.visit('/accounts');
  await admin.page.getByRole('button', { name: en['accounts.moreActs'] }).click();
  expect(await isWithin(admin)).toBe(true);
});
