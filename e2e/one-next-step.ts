import { expect } from 'vitest';
import type { Person } from './harness/index.ts';

/** Lists the filled buttons of the page itself, which mark the next step. */
const filledButtons = ({ page }: Person): Promise<string[]> =>
  page.locator('main [class*="_filled_"]').evaluateAll((all) => all.filter((one) => one.checkVisibility()).map((one) => one.textContent));

const beyondTheEdge = ({ page }: Person): Promise<string[]> =>
  page.evaluate(() => [
    ...(document.documentElement.scrollWidth > innerWidth ? ['the page'] : []),
    ...[...document.querySelectorAll('nav :is(a, button)')]
      // the tabs of a section scroll sideways in their own line
      .filter((one) => one.getBoundingClientRect().right > innerWidth && !one.closest('[data-scrolls]'))
      .map((one) => one.textContent),
  ]);

/**
 * Checks that on a small phone a page has at most one filled button, and that nothing of it or of the bar is beyond the
 * edge.
 */
export async function expectOneNextStep(person: Person, at: string): Promise<void> {
  expect([person.name, at, await beyondTheEdge(person)]).toEqual([person.name, at, []]);
  expect([person.name, at, (await filledButtons(person)).slice(1)]).toEqual([person.name, at, []]);
}
