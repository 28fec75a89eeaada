import { afterEach, expect } from 'vitest';
import { takeEmptyErrors, watchErrors } from './watch-errors.ts';

watchErrors();

/** No screen may say that something went wrong when nothing did. Every dom test loads this file (vitest.config.ts). */
afterEach(() => {
  expect(takeEmptyErrors()).toEqual([]);
});
