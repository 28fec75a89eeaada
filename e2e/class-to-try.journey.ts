import { en } from '@classwright/contract/messages/en';
import { expect } from 'vitest';
import { journey, type Person } from './harness/index.ts';
import { see, waitForAnswers } from './join/steps.ts';

const patience = { timeout: 60_000 };

let presses = 0;
const press = async (teacher: Person, name: string | RegExp) => {
  await teacher.page.getByRole('button', { name, exact: true }).click(patience);
  presses += 1;
};

/** Takes the next step on the desk, whose button begins with these words. */
async function step({ page }: Person, begins: string, confirm: string): Promise<void> {
  await page.getByRole('button', { name: new RegExp(`^${begins}`) }).click(patience);
  await page.getByRole('dialog').getByRole('button', { name: confirm, exact: true }).click(patience);
  await page.getByRole('dialog').waitFor({ state: 'hidden', ...patience });
}

/** Lists what the desk cannot show without scrolling while the frames are open: the question, a bar, "Right so far", a whole name. */
async function listOutOfSight({ page }: Person): Promise<string[]> {
  return page.evaluate(
    ([right, distribution, panel]) => {
      const isSeen = (element: Element | null | undefined): boolean => {
        if (!element) return false;
        const { left, right: end, top, bottom } = element.getBoundingClientRect();
        return [top + 2, bottom - 2].every((y) => element.contains(document.elementFromPoint((left + end) / 2, y)));
      };
      const bars = [...document.querySelectorAll(`[role="group"][aria-label^="${distribution}"] > ul > li`)];
      const cut = [...document.querySelectorAll('table th[scope="row"] button, [role="tab"]')].filter(
        (one) => one.scrollWidth > one.clientWidth + 1 || one.getBoundingClientRect().right > one.closest('[class*="_panel_"]')!.getBoundingClientRect().right,
      );
      const heading = [...document.querySelectorAll('h2')].find(({ textContent }) => textContent === right);
      const question = document.querySelector('section[data-compact]') ?? document.querySelector(`[aria-label="${panel}"] > :first-child`);
      const parts: [string, boolean][] = [
        ['the question', isSeen(question)],
        ['Right so far', isSeen(heading)],
        ['four bars and who has not answered', bars.length >= 5],
        [`whole names and tabs, not ${cut.map(({ textContent }) => textContent).join(', ')}`, cut.length === 0],
        ...bars.map((bar, at): [string, boolean] => [`bar ${at + 1}`, isSeen(bar)]),
      ];
      return parts.flatMap(([what, seen]) => (seen ? [] : [what]));
    },
    [en['teach.right'], en['teach.distributionOf'].split('{')[0]!, en['teach.questionAndResponses']] as const,
  );
}

journey(
  '[B2119] [B2120] [B2394] [B2405] a teacher opens Home, teaches a lesson to a simulated class in three presses, and takes it away',
  async ({ bring }) => {
    const teacher = await bring({ name: 'teacher' });
    await teacher.visit('/');
    await teacher.page.getByRole('button', { name: /teacher@demo\.school/ }).waitFor(patience);
    presses = 0;
    const startedAt = Date.now();
    const seconds = () => Math.round((Date.now() - startedAt) / 100) / 10;

    await press(teacher, /teacher@demo\.school/);
    await press(teacher, en['rehearsal.open']);
    await see(teacher, en['rehearsal.band']);
    // on a laptop the last choice of what classmates see is reached
    await teacher.page.setViewportSize({ width: 1280, height: 720 });
    const last = teacher.page.getByRole('radio').last();
    await last.scrollIntoViewIfNeeded();
    expect(
      await last.evaluate((radio) =>
        radio.parentElement!.contains(document.elementFromPoint(radio.getBoundingClientRect().x + 5, radio.getBoundingClientRect().y + 5)),
      ),
    ).toBe(true);
    await press(teacher, /^Activate/);
    await waitForAnswers(teacher, 3);
    const moving = seconds();
    expect(presses).toBe(3);
    await teacher.page.getByRole('button', { name: /^Activate/ }).waitFor({ state: 'detached', ...patience });

    // A phone and the projector's view are next to the desk.
    await press(teacher, en['rehearsal.phone']);
    await press(teacher, en['rehearsal.wall']);
    const phone = teacher.page.frameLocator('iframe[name^="classwright-play:"]');
    await phone.getByText('Form - 1A').first().waitFor(patience);
    await teacher.page.frameLocator('iframe[name^="classwright-projector"]').getByText('answered').first().waitFor(patience);
    await teacher.page.setViewportSize({ width: 1280, height: 720 });
    await expect.poll(() => listOutOfSight(teacher), patience).toEqual([]);
    await teacher.look('desk with phone and wall');
    await teacher.expectAccessible('desk with phone and wall');
    await waitForAnswers(teacher, 24);
    await expect.poll(() => listOutOfSight(teacher), patience).toEqual([]);
    await teacher.look('desk with phone and wall, answered');
    await step(teacher, en['teach.re-assign'], 'Start Form - 1B');
    await waitForAnswers(teacher, 24);
    await expect.poll(() => listOutOfSight(teacher), patience).toEqual([]);
    await teacher.look('desk with phone and wall, Form - 1B answered');
    await press(teacher, en['rehearsal.hidePhone']);
    await press(teacher, en['rehearsal.hideWall']);
    await teacher.look('Form - 1B answered');
    await step(teacher, en['teach.next'], 'Start Form - 2');
    await waitForAnswers(teacher, 24);
    await step(teacher, en['teach.finished'], en['teach.finishLesson']);
    await see(teacher, en['teach.results']);
    const whole = seconds();
    await teacher.settle();
    await teacher.look('results of the rehearsal');
    console.log(`bars move after ${moving} s and three presses, results after ${whole} s`);

    // Home and the lesson itself lead back to the rehearsal.
    await teacher.visit('/home');
    await teacher.page.getByRole('link', { name: en['rehearsal.return'], exact: true }).waitFor(patience);
    await see(teacher, /^Your rehearsal of .* is finished$/);
    await teacher.look('home with a rehearsal');
    await teacher.expectAccessible('home with a rehearsal');
    await teacher.page.getByRole('link', { name: en['rehearsal.return'], exact: true }).click();
    await see(teacher, en['rehearsal.band']);

    await press(teacher, en['rehearsal.remove']);
    await teacher.page.getByRole('dialog').getByRole('button', { name: en['rehearsal.remove'], exact: true }).click(patience);
    await see(teacher, en['rehearsal.removed']);
    await expect.poll(() => teacher.page.getByText(en['rehearsal.band']).count(), patience).toBe(0);
  },
);
