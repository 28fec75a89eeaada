import { expect } from 'vitest';
import { addressOf, findThings } from './every-page.ts';
import { journey, type Person } from './harness/index.ts';

const LAPTOP = { width: 1280, height: 720 };
const PHONE = { width: 360, height: 740 };

/** The pages of rows, with the fewest rows that must be whole in the first screen of a laptop and of a phone. */
const LEAST: Readonly<Record<string, readonly [laptop: number, phone: number]>> = {
  '/class-gradebook/$id': [15, 0],
  '/accounts': [9, 2],
  '/students': [6, 4],
  '/assessments': [6, 2],
  '/all-questions': [8, 1],
  '/files': [9, 2],
  '/class-classwork/$id': [4, 1],
  '/class-people/$id': [4, 3],
  '/levels': [4, 4],
  '/standard': [8, 2],
  '/all-ideas': [6, 1],
};

const countRows = ({ page }: Person): Promise<number> =>
  page.evaluate(
    () =>
      [
        ...document.querySelectorAll(
          '[data-row]:not([data-row="-1"]):not([role="gridcell"]):not([role="rowheader"]), [role="grid"] [role="row"]:has([role="rowheader"])',
        ),
      ].filter((row) => {
        const { top, bottom, height } = row.getBoundingClientRect();
        return height > 0 && top >= 0 && bottom <= innerHeight;
      }).length,
  );

/** Lists the ways in which the digits of the page are not as they should be: of unequal widths, or of another font. */
const faultsOfDigits = ({ page }: Person): Promise<string[]> =>
  page.evaluate(async () => {
    await document.fonts.ready;
    const probe = document.body.appendChild(document.createElement('span'));
    probe.style.cssText = 'position:absolute;font-size:100px;white-space:pre';
    const widths = [...'0123456789'].map((digit) => {
      probe.textContent = digit;
      return Math.round(probe.getBoundingClientRect().width * 10) / 10;
    });
    probe.remove();
    const drawn = [...document.fonts].filter(({ unicodeRange, status }) => unicodeRange.toUpperCase() === 'U+30-39' && status === 'loaded');
    return [...(new Set(widths).size === 1 ? [] : [`widths ${widths.join(' ')}`]), ...(drawn.length > 0 ? [] : ['the digits come from another font'])];
  });

journey('[B2590] [B2591] the first screen of a page of rows shows rows, on a laptop and on a phone, with figures of equal width', async ({ bring, query }) => {
  const things = await findThings(query);
  const admin = await bring({ name: 'administrator' });
  await admin.signIn('admin@demo.school');
  const teacher = await bring({ name: 'teacher' });
  await teacher.signIn('teacher@demo.school');
  const few: string[] = [];
  const all: string[] = [];
  for (const [path, least] of Object.entries(LEAST)) {
    const person = /^\/(accounts|students|levels|standard|files)/.test(path) ? admin : teacher;
    for (const [at, size] of [LAPTOP, PHONE].entries()) {
      await person.page.setViewportSize(size);
      await person.visit(addressOf(path, things));
      await person.page.locator('[data-row], [role="grid"], [data-grades]').first().waitFor();
      await person.settle();
      const count = await countRows(person);
      all.push(`${path} ${size.width}: ${count}`);
      if (count < least[at]!) few.push(`${path} at ${size.width}: ${count} of ${least[at]}`);
    }
  }
  console.info(all.join('\n'));
  expect(few).toEqual([]);
  expect(await faultsOfDigits(teacher)).toEqual([]);
});
