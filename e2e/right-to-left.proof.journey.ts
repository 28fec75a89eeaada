import { en } from '@classwright/contract/messages/en';
import type { Locator } from 'playwright-core';
import { expect } from 'vitest';
import { journey, type Person } from './harness/index.ts';
import { lessonPath, signInByCall, startLesson } from './join/steps.ts';
import { screens } from './screens.ts';

const patience = { timeout: 60_000 };
const laptop = { width: 1280, height: 720 };
const phone = { width: 360, height: 740 };

/**
 * Every page that administrators open by its address, with a class of the demo. The student's lesson and snapshot are
 * another app, and a page without a class redirects.
 */
const paths = Object.keys(screens)
  .filter((path) => !['/', '/$'].includes(path) && !/^\/(?:class-[a-z]+|student-live-.*)$/.test(path))
  .map((path) => path.replace('$id', '1'));

/** Lists the faults in how the page fits its window. */
const faultsOf = ({ page }: Person): Promise<string[]> =>
  page.evaluate(() => {
    const found: string[] = [];
    if (document.documentElement.scrollWidth > innerWidth) found.push('the page scrolls sideways');
    const nameOf = (one: Element) => `${one.tagName} ${(one.getAttribute('aria-label') ?? one.textContent).trim().slice(0, 40)}`;
    const parents = function* (one: Element) {
      for (let at = one.parentElement; at; at = at.parentElement) yield at;
    };
    const isAside = (one: Element) => [one, ...parents(one)].some((at) => /fixed|sticky/.test(getComputedStyle(at).position));
    for (const one of document.querySelectorAll<HTMLElement>('h1, h2, a, button, input, select, textarea')) {
      const { left, right, top, bottom, width, height } = one.getBoundingClientRect();
      if (!one.checkVisibility({ visibilityProperty: true, opacityProperty: true }) || width < 2 || height < 2) continue;
      // Content that needs scrolling may be anywhere.
      if (
        [...parents(one)].some(
          (at) => /auto|scroll/.test(getComputedStyle(at).overflow) && (at.scrollWidth > at.clientWidth || at.scrollHeight > at.clientHeight),
        )
      )
        continue;
      if (left < -1 || right > innerWidth + 1) found.push(`beyond the edge: ${nameOf(one)}`);
      if (one.tagName === 'BUTTON' && one.scrollWidth > one.clientWidth + 2 && getComputedStyle(one).textOverflow !== 'ellipsis')
        found.push(`cut off: ${nameOf(one)}`);
      const [x, y] = [(left + right) / 2, (top + bottom) / 2];
      const hit = y > 0 && y < innerHeight ? document.elementFromPoint(x, y) : null;
      const shares = hit === null || one.contains(hit) || hit.contains(one) || one.closest('label')?.contains(hit);
      if (!shares && !isAside(hit) && one.matches(':enabled, a, h1, h2')) found.push(`covered by ${nameOf(hit)}: ${nameOf(one)}`);
    }
    return found;
  });

/** Checks whether it is fully visible: within the window and not covered. */
const isWithin = (one: Locator): Promise<boolean> =>
  one.evaluate((element) => {
    const { left, right, top, bottom } = element.getBoundingClientRect();
    const isHit = (share: number) => element.contains(document.elementFromPoint(left + (right - left) * share, (top + bottom) / 2));
    return left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight && [0.05, 0.25, 0.5, 0.75, 0.95].every(isHit);
  });

/** Returns how far the focus moves when a key is pressed; to the left is below 0. */
async function stepOf({ page }: Person, key: string): Promise<number> {
  const middle = () =>
    page.evaluate(() => {
      const { left, right } = (document.activeElement as Element).getBoundingClientRect();
      return (left + right) / 2;
    });
  const before = await middle();
  await page.keyboard.press(key);
  return (await middle()) - before;
}

/** Checks that the page fits once it has settled. A window that just changed its width renders again. */
const expectWhole = async (person: Person, where: string): Promise<void> =>
  void (await expect.poll(async () => [person.name, where, await faultsOf(person)]).toEqual([person.name, where, []]));

journey(
  'on a page from right to left every layout is mirrored and whole, on a laptop and on a phone, and arrow keys go where the eye goes',
  async ({ bring, server }) => {
    const lesson = await startLesson(server);
    const bringReader = async (options: Parameters<typeof bring>[0], email: string): Promise<Person> => {
      const person = await bring(options);
      await person.context.addInitScript(() => document.addEventListener('readystatechange', () => document.documentElement.setAttribute('dir', 'rtl')));
      await person.signIn(email);
      return person;
    };

    const admin = await bringReader({ name: 'administrator' }, 'admin@demo.school');
    const { page } = admin;
    await admin.visit('/home');
    await admin.expectAccessible('home');
    for (const path of paths) {
      await page.setViewportSize(laptop);
      await page.evaluate((to) => history.pushState({}, '', to), path);
      await page.waitForFunction((to) => location.pathname === to, path);
      await admin.settle();
      await expectWhole(admin, `${path} on a laptop`);
      await page.setViewportSize(phone);
      await expectWhole(admin, `${path} on a phone`);
    }

    // Everything that opens stays in the window: the menu sheet, a dialog, and on a laptop menus, lists and flyouts.
    await admin.visit('/levels');
    await page.getByRole('button', { name: en['menu.more'], exact: true }).click();
    const sheet = page.getByRole('dialog');
    // It comes from the side.
    await expect.poll(() => isWithin(sheet)).toBe(true);
    await expect.poll(() => sheet.evaluate((one) => one.getBoundingClientRect().right === innerWidth)).toBe(true);
    await admin.expectAccessible('menu');
    await page.keyboard.press('Escape');
    await page.setViewportSize(laptop);
    await admin.visit('/accounts');
    await page.getByRole('row').getByRole('button', { name: /^More/ }).first().click(patience);
    for (const item of await page.getByRole('menuitem').all()) await expect.poll(() => isWithin(item)).toBe(true);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: en['shell.hideMenu'], exact: true }).click();
    const group = page.getByRole('navigation', { name: en['shell.mainMenu'] }).getByRole('button').first();
    await group.click();
    const entries = page.getByRole('group').filter({ has: page.getByRole('link') });
    for (const entry of await entries.getByRole('link').all()) expect(await isWithin(entry)).toBe(true);
    expect((await entries.boundingBox())!.x).toBeLessThan((await group.boundingBox())!.x);
    await page.keyboard.press('Escape');

    await page.getByRole('button', { name: en['table.inOneScroll'], exact: true }).click();
    const grid = page.getByRole('grid');
    await grid.getByRole('rowheader').first().waitFor(patience);
    await grid.locator('[tabindex="0"]').focus();
    expect(await stepOf(admin, 'ArrowLeft')).toBeLessThan(0);
    expect(await stepOf(admin, 'ArrowRight')).toBeGreaterThan(0);
    // The names stay at the start of the page, regardless of scrolling.
    await page.setViewportSize(phone);
    await page.keyboard.press('End');
    const [frame, name] = [await grid.boundingBox(), await grid.getByRole('rowheader').first().boundingBox()];
    expect(Math.abs(frame!.x + frame!.width - name!.x - name!.width)).toBeLessThanOrEqual(2);
    await admin.expectAccessible('grid');

    const teacher = await bringReader({ name: 'teacher' }, 'teacher@demo.school');
    await teacher.visit(`/teacher-live-learning?assessment_id=${lesson.id}`);
    await teacher.page.getByRole('timer').waitFor(patience);
    await teacher.page.getByRole('tab', { selected: true }).first().focus();
    expect(await stepOf(teacher, 'ArrowLeft')).toBeLessThan(0);
    expect(await stepOf(teacher, 'ArrowRight')).toBeGreaterThan(0);
    for (const size of [laptop, phone]) {
      await teacher.page.setViewportSize(size);
      await expectWhole(teacher, `lesson at ${size.width}`);
      await teacher.expectAccessible(`lesson at ${size.width}`);
    }

    const student = await bringReader({ name: 'student', viewport: 'smallPhone' }, 'student1@demo.school');
    await student.visit('/home');
    await student.settle();
    await expectWhole(student, 'home');
    await student.visit(lessonPath(lesson.id));
    await student.page.getByRole('timer').waitFor(patience);
    await expectWhole(student, 'lesson');
    await student.expectAccessible('lesson');
    // The teacher's browser has ended the sign-in of the calls.
    const calls = await signInByCall(server, 'teacher@demo.school');
    for (const type of ['re-assign', 'next', 'finished']) await calls.post('/live/learning/status', { id: lesson.id, type, time: 5 });
    await student.page.waitForURL(/student-live-snapshot/, patience);
    await student.page.getByRole('heading', { level: 2 }).first().waitFor(patience);
    await expectWhole(student, 'snapshot');
    await student.expectAccessible('snapshot');
  },
  240_000,
);
