import { expect } from 'vitest';
import { journey, type Person } from './harness/index.ts';
import { lessonPath, openLesson, see, startLesson } from './join/steps.ts';

const patience = { timeout: 60_000 };
const TEACHER = 'admin@demo.school'; // the teacher's own sign-in takes the steps, by calls

/** Returns the names in each card, in order. */
const cardsOf = ({ page }: Person): Promise<string[][]> =>
  page
    .getByRole('dialog')
    .getByRole('listitem')
    .evaluateAll((cards) => cards.map((card) => [...card.querySelectorAll('bdi')].map((name) => name.textContent)).filter((names) => names.length > 0));

journey(
  '[B2186] [B2299] [B2389] pairs are made, moved by mouse and by keys, locked, made again and published; a phone says whom to talk to, also after a reload and without network, and the wall shows the names',
  async ({ bring, server }) => {
    const lesson = await startLesson(server, 5);
    for (let number = 2; number <= 30; number += 1) await lesson.answerAs(`student${number}@demo.school`, number % 3, 'It flows around.');
    const phone = await bring({ name: 'phone', viewport: 'phone' });
    await phone.page.setViewportSize({ width: 360, height: 740 });
    await openLesson(phone, 'student1@demo.school', lesson.id);
    await phone.page.getByRole('radio').first().check();
    await phone.page.getByRole('button', { name: 'Submit Answer' }).click();
    const desk = await bring({ name: 'desk' });
    await desk.page.setViewportSize({ width: 1280, height: 720 });
    await desk.signIn(TEACHER);
    await desk.visit(`/teacher-live-learning?assessment_id=${lesson.id}`);
    await see(desk, 'Form - 1A running');

    // the key P opens it, and a draft can be made while the form still runs
    await desk.page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
    await desk.page.keyboard.press('p');
    const dialog = desk.page.getByRole('dialog');
    await dialog.getByText('30 students are here.').waitFor(patience);
    await desk.expectAccessible('before groups');
    await dialog.getByRole('button', { name: 'Make groups' }).click(); // before the form closes, a press asks for a draft
    await dialog.getByRole('listitem').nth(14).waitFor(patience);
    expect(await dialog.getByRole('button', { name: 'Publish groups' }).isDisabled()).toBe(true);
    let cards = await cardsOf(desk);
    expect(cards.map(({ length }) => length)).toEqual(Array.from({ length: 15 }, () => 2));
    expect(new Set(cards.flat()).size).toBe(30);
    // thirty students are seen at once
    const body = dialog.locator('[data-autofocus]');
    expect(await body.evaluate((element) => element.scrollHeight - element.clientHeight)).toBeLessThanOrEqual(0);
    await desk.look('groups');
    await dialog.getByRole('button', { name: 'Show choices' }).click();
    await dialog.getByText('One is right, one is not').first().waitFor(patience);
    expect(await body.evaluate((element) => element.scrollHeight - element.clientHeight)).toBeLessThanOrEqual(0);
    await desk.look('groups with choices');
    await desk.expectAccessible('groups with choices');

    // A name is dragged on another one, and the two change places.
    const [first, second] = cards as [string[], string[]];
    await dialog.getByRole('button', { name: first[0]! }).dragTo(dialog.getByRole('button', { name: second[1]! }));
    await expect.poll(async () => (await cardsOf(desk))[1]).toContain(first[0]);
    cards = await cardsOf(desk);
    expect(cards[0]).toContain(second[1]);

    // A name is picked up by keys and let go a card further; Escape drops it where it was and keeps the window open.
    const carried = cards[0]![0]!;
    await dialog.getByRole('button', { name: carried }).focus();
    await desk.page.keyboard.press('Enter');
    await dialog.getByText(`${carried} is picked up`).waitFor({ ...patience, state: 'attached' });
    await desk.look('picked up');
    await desk.page.keyboard.press('Escape');
    await dialog.getByText(`${carried} stays.`).waitFor({ ...patience, state: 'attached' });
    await desk.page.keyboard.press('Space');
    await desk.page.keyboard.press('ArrowDown');
    await desk.page.keyboard.press('Enter');
    await dialog.getByText('have changed places.').waitFor({ ...patience, state: 'attached' });
    await expect.poll(async () => (await cardsOf(desk))[1]).toContain(carried);

    // a card that is locked stays when groups are made again
    await dialog.getByRole('button', { name: 'Lock' }).nth(1).click();
    await dialog.getByRole('button', { name: 'Locked' }).waitFor(patience);
    const locked = (await cardsOf(desk))[1]!;
    await dialog.getByRole('button', { name: 'Make groups again' }).click();
    await expect.poll(async () => (await cardsOf(desk))[0]!.toSorted()).toEqual(locked.toSorted());

    // A wish is begun at a name: never with the partner of this draft; the list shows it and removes it.
    const [held, partner] = (await cardsOf(desk))[2] as [string, string];
    await dialog.getByRole('button', { name: held }).click();
    await dialog.getByRole('button', { name: 'Never with …' }).click();
    const wishes = desk.page.getByRole('dialog', { name: 'Always or never together' });
    await expect.poll(() => wishes.getByLabel('Student 1').evaluate((list: HTMLSelectElement) => list.selectedOptions[0]!.text)).toBe(held);
    await wishes.getByLabel('Student 2').selectOption({ label: partner });
    await wishes.getByRole('button', { name: 'Add this wish' }).click();
    await wishes.getByText('Never together:').waitFor(patience);
    await desk.look('a wish');
    await desk.expectAccessible('a wish');
    await wishes.getByText('Always together', { exact: true }).click();
    await wishes.getByLabel('Student 1').selectOption({ label: held });
    await wishes.getByLabel('Student 2').selectOption({ label: partner });
    await wishes.getByRole('button', { name: 'Add this wish' }).click();
    await wishes.getByText('Remove the earlier wish from the list first').waitFor(patience);
    // the message that the first wish is added may still be there, with a button of that name
    await wishes.locator('[data-close]').click();
    await dialog.getByRole('button', { name: held }).click();
    await dialog.getByRole('button', { name: 'Make groups again' }).click();
    await expect.poll(async () => (await cardsOf(desk)).find((names) => names.includes(held))).not.toContain(partner);

    await server.advanceClockMs(6 * 60_000);
    await expect.poll(() => dialog.getByRole('button', { name: 'Publish groups' }).isEnabled(), { timeout: 60_000 }).toBe(true);
    expect(await phone.page.locator('[data-pair]').count()).toBe(0);
    await dialog.getByRole('button', { name: 'Publish groups' }).click();
    await see(desk, 'Students now see their groups');
    await dialog.waitFor({ ...patience, state: 'hidden' });
    await desk.look('published');

    // the phone, in Form - 1A, after a reload, and in Form - 1B
    const banner = phone.page.locator('[data-pair]');
    await banner.waitFor(patience);
    const words = (await banner.textContent()) ?? '';
    expect(words).toMatch(/^Talk to .+\.(You chose differently\. )?Each of you says why/);
    expect(words).not.toMatch(/right|wrong|\s[A-D][\s.]/);
    await phone.look('whom to talk to');
    await phone.expectAccessible('whom to talk to');
    await phone.page.reload();
    await banner.waitFor(patience);
    phone.line.cut();
    await phone.page.getByText(/^Offline/).waitFor({ timeout: 60_000 });
    expect(await banner.textContent()).toBe(words);
    phone.line.restore();

    await desk.visit(`/teacher-live-learning?assessment_id=${lesson.id}&view=projector`);
    await desk.page.getByRole('heading', { name: 'Talk in these groups' }).waitFor(patience);
    await desk.page.getByRole('listitem').nth(14).waitFor(patience);
    await desk.look('wall');
    await desk.expectAccessible('wall');
    await desk.page.setViewportSize({ width: 1920, height: 1080 });
    await desk.look('large wall');

    // Twenty groups, and as many as are shown at all, are in sight also on a screen that stands on its side.
    await desk.page.setViewportSize({ width: 1080, height: 1920 });
    for (const count of [20, 40]) {
      await desk.page.route('**/api/live/learning/projector/pairs?*', async (route) => {
        const answer = await (await route.fetch()).json();
        const { groups } = answer.pairs as { groups: string[][] };
        answer.pairs.groups = Array.from({ length: count }, (_, at) => groups[at % groups.length]);
        await route.fulfill({ json: answer });
      });
      await desk.page.reload();
      await desk.page
        .getByRole('listitem')
        .nth(count - 1)
        .waitFor(patience);
      const [groups, window] = await desk.page.evaluate(() => [
        [...document.querySelectorAll('main li')].map((group) => group.getBoundingClientRect().bottom),
        { below: document.querySelector('main')!.getBoundingClientRect().bottom, scrolls: document.documentElement.scrollHeight - innerHeight },
      ]);
      expect([Math.max(...groups) <= window.below + 1, window.scrolls <= 0], `${count} groups on a tall screen`).toEqual([true, true]);
      const size = await desk.page
        .locator('main li')
        .first()
        .evaluate((group) => Number.parseFloat(getComputedStyle(group).fontSize));
      expect(size).toBeGreaterThan(20);
      await desk.look(`tall wall with ${count} groups`);
      await desk.page.unrouteAll({ behavior: 'wait' });
    }
    await desk.page.setViewportSize({ width: 1920, height: 1080 });

    await lesson.step('re-assign');
    await phone.page.getByRole('radio').first().waitFor(patience);
    await banner.waitFor(patience);
    await phone.look('in the second form');
    await banner.locator('summary').click();
    await expect.poll(() => phone.page.getByText('Each of you says why').isVisible()).toBe(false);
    await phone.page.getByRole('radio').nth(1).check();
    await phone.page.getByRole('button', { name: 'Submit Answer' }).click();
    await see(phone, 'Sent');
    expect(await banner.count()).toBe(0);
    await lesson.cancel();
    await phone.page.waitForURL((url) => !url.href.includes(lessonPath(lesson.id)), patience);
  },
);
