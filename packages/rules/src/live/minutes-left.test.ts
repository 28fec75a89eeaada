import fc from 'fast-check';
import { expect, test } from 'vitest';
import { checkProperty } from '../testing/property.ts';
import { LIVE_LIMITS } from '../limits.ts';
import { computeMinutesLeft } from './minutes-left.ts';

const NOW = Date.UTC(2026, 10, 20, 11, 0);
const inMinutes = (minutes: number): number => NOW + minutes * 60_000;

test.each([
  ['before Form - 2 with 10 minutes left', { endsAtMs: inMinutes(10), openUntilMs: null, opened: 2, minutes: 10 }, { left: 10, needs: 12, proposal: 8 }],
  ['before Form - 2 with time to spare', { endsAtMs: inMinutes(30), openUntilMs: null, opened: 2, minutes: 6 }, { left: 30, needs: 8, proposal: 28 }],
  ['while Form - 1B has 4 minutes', { endsAtMs: inMinutes(12), openUntilMs: inMinutes(4), opened: 2, minutes: 6 }, { left: 8, needs: 8, proposal: 6 }],
  ['after Form - 1A with two forms to come', { endsAtMs: inMinutes(20), openUntilMs: null, opened: 1, minutes: 10 }, { left: 20, needs: 24, proposal: 8 }],
  ['before all three', { endsAtMs: inMinutes(45), openUntilMs: null, opened: 0, minutes: 10 }, { left: 45, needs: 36, proposal: 13 }],
  ['with 2 minutes left', { endsAtMs: inMinutes(2), openUntilMs: null, opened: 2, minutes: 1 }, { left: 2, needs: 3, proposal: null }],
  ['after the bell', { endsAtMs: inMinutes(-5), openUntilMs: null, opened: 2, minutes: 6 }, { left: 0, needs: 8, proposal: null }],
])('[B2091] [LIVE-75] %s', (_name, given, expected) => {
  expect(computeMinutesLeft({ nowMs: NOW, ...given })).toMatchObject(expected);
});

test('[LIVE-75] once all forms have opened nothing is planned', () => {
  expect(computeMinutesLeft({ endsAtMs: inMinutes(9), nowMs: NOW, openUntilMs: null, opened: 3, minutes: 5 })).toBeNull();
});

test('[LIVE-75] a proposal is a time that a form can have, and everything fits with it', () => {
  checkProperty(
    fc.property(
      fc.integer({ min: -60, max: 700 }),
      fc.option(fc.integer({ min: -10, max: 180 })),
      fc.integer({ min: 0, max: 2 }),
      fc.integer({ min: 1, max: 180 }),
      (endsIn, openFor, opened, minutes) => {
        const openUntilMs = openFor === null ? null : inMinutes(openFor);
        const { left, proposal } = computeMinutesLeft({ endsAtMs: inMinutes(endsIn), nowMs: NOW, openUntilMs, opened, minutes })!;
        expect(left).toBe(Math.max(0, endsIn - Math.max(0, openFor ?? 0)));
        const forms = 3 - opened;
        const need = (each: number): number => forms * (each + LIVE_LIMITS.talkMinutes);
        const longest = Array.from({ length: LIVE_LIMITS.maxMinutes }, (_, index) => index + 1).findLast((each) => need(each) <= left);
        expect(proposal).toBe(longest ?? null);
      },
    ),
  );
});
