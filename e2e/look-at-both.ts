import { expect } from 'vitest';
import type { Person } from './harness/index.ts';

const SIZES = [
  { width: 1280, height: 720 },
  { width: 360, height: 740 },
];

/**
 * Checks a state of a page on a laptop and on the smallest phone, in light and in dark mode: no sideways scrolling and
 * no accessibility barrier. Ends on the laptop.
 */
export async function lookAtBoth(person: Person, what: string): Promise<void> {
  const { page } = person;
  for (const size of SIZES) {
    await page.setViewportSize(size);
    await expect
      .poll(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth), { message: `${what} ${size.width}` })
      .toBeLessThanOrEqual(0);
    if (size === SIZES.at(-1)) await person.expectNoBarrier(`${what} ${size.width}`);
    else await person.expectAccessible(`${what} ${size.width}`);
  }
  await page.setViewportSize(SIZES[0]!);
}
