import { expect, test } from 'vitest';
import { CHANNEL_LIMITS, FALLBACK_LIMITS, LIVE_LIMITS } from './limits.ts';
import { RICH_TEXT_PART_LIMITS } from './rich-text/part-limits.ts';
import { SCREEN_LIMITS } from './screen-limits.ts';

test('the numbers that the specification gives are these', () => {
  expect(LIVE_LIMITS).toMatchObject({
    graceMs: 3_000,
    minMinutes: 1,
    maxMinutes: 180,
    defaultMinutes: 10,
    forms: 3,
    commentLogCharacters: 100,
    discussFromPercent: 35,
    discussToPercent: 70,
  });
  expect(FALLBACK_LIMITS.resyncTicks * FALLBACK_LIMITS.tickMs).toBe(6_000);
  expect(FALLBACK_LIMITS.loginPollMs).toBe(5_000);
  expect(SCREEN_LIMITS).toMatchObject({ snackbarMs: 4_000, mobileBreakpointPx: 960, dialogWidthsPx: [300, 500], chunkTimeoutMs: 120_000 });
  expect(CHANNEL_LIMITS).toEqual({ joinWithinMs: 100, questionBytes: 10_240 });
  expect(RICH_TEXT_PART_LIMITS.headingLevels).toEqual([1, 2, 3]);
});
