import { expect } from 'vitest';
import { listenForFaults } from './every-page.ts';
import { type Person, sharedJourney } from './harness/index.ts';
import { expectOneNextStep } from './one-next-step.ts';
import { listLooks, type Look } from './screens.ts';

const patience = { timeout: 60_000 };
const emails = { student: 'student1@demo.school', teacher: 'teacher@demo.school', administrator: 'admin@demo.school' } as const;
/** The number of looks that fit into a journey's time, also on a busy machine. */
const AT_ONCE = 14;

async function lookAt(person: Person, { at, isDialog = false, hasRows = false }: Look): Promise<void> {
  const { page } = person;
  await person.visit(at);
  expect(new URL(page.url()).pathname).toBe(at.replace(/\?.*/, ''));
  if (hasRows) await page.locator('[aria-busy="false"]').first().waitFor(patience);
  if (isDialog) await page.getByRole('dialog').waitFor(patience);
  await person.settle();
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  if (!isDialog) await expectOneNextStep(person, at);
  await person.expectAccessible(at);
}

const looks = listLooks();
for (const by of ['guest', 'student', 'teacher', 'administrator'] as const) {
  const own = looks.filter((look) => look.by === by);
  for (let from = 0; from < own.length; from += AT_ONCE) {
    const part = own.slice(from, from + AT_ONCE);
    sharedJourney(
      `[B228] the pages from ${part[0]?.at} to ${part.at(-1)?.at}, seen by: ${by}, fit a phone of 360 px and can be used by everybody, in light and in dark, without a failed call or an error in the console`,
      async ({ bring }) => {
        const person = await bring({ name: by, viewport: 'smallPhone' });
        if (by !== 'guest') await person.signIn(emails[by]);
        const listFaults = listenForFaults(person);
        for (const look of part) {
          await lookAt(person, look);
          expect([look.at, listFaults()]).toEqual([look.at, []]);
        }
      },
      300_000,
    );
  }
}
