import { expect, it } from 'vitest';
import { asksFor, isLookedAt, PAGES, WIDTHS } from './every-page.ts';
import { patienceMs, people, useClassroom, walkEveryPage } from './every-page-walk.ts';
import { journey } from './harness/index.ts';

const classroom = useClassroom();

it('[B1940] every page is asked for barriers on a wide screen and on a phone, by somebody who has it', () => {
  const unasked = PAGES.flatMap((page) =>
    WIDTHS.filter(({ width }) => !people.some(({ name, missing }) => asksFor(page, name, width) && !(missing.includes(page) && page !== '/$')))
      .filter(({ width }) => !isLookedAt(page, width))
      .map(({ width }) => `${page} ${width}`),
  );
  expect(unasked).toEqual([]);
});

for (const name of ['administrator'] as const) {
  journey(
    `[B1750] [B1980] every page of the product is opened once by: ${name}, wide and on a phone, and shows no error, no hole, no failed call and no barrier; nothing on it moves after it is drawn`,
    (there) => walkEveryPage(name, there),
    patienceMs,
    classroom,
  );
}
