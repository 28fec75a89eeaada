import { afterEach, expect, vi } from 'vitest';

const empty = vi.hoisted(() => [] as string[]);

vi.mock('../ui/plain/error-text.ts', async (load) => {
  const actual = await load<typeof import('../ui/plain/error-text.ts')>();
  return {
    ...actual,
    errorText(error: unknown, ...rest: [string?]) {
      if (error === null || error === undefined) empty.push(new Error('an error is described where there is none').stack ?? '');
      return actual.errorText(error, ...rest);
    },
  };
});

/** No screen may say that something went wrong when nothing did. Every dom test loads this file (vitest.config.ts). */
afterEach(() => {
  expect(empty.splice(0)).toEqual([]);
});
