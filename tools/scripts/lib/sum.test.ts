import { expect, test } from 'vitest';
import { addUp, inWords, SLOW_UNSTEADY_LIMIT, UNSTEADY_LIMIT } from './sum.mjs';

const part = (name: string, unsteady: number, failures: string[] = []) => ({
  name,
  counts: { passed: 10, failed: failures.length, skipped: 1 },
  seconds: 90,
  files: Array.from({ length: 8 }, (_, at) => ({ file: `${name}-${at}.test.ts`, ms: 1_000 * at })),
  failures,
  unsteady: Array.from({ length: unsteady }, (_, at) => ({ file: `${name}-${at}.test.ts`, failures: ['a test: it was late', 'another: so was it'] })),
});

test('parts of several commands are added up, with the minutes of each and the ten slowest files of all', () => {
  const { lines, counts } = addUp({ test: [part('unit', 0), part('pg', 0, ['a.pg.test.ts > a test: it broke'])], proof: [part('proof', 0)] });
  expect(inWords(counts)).toBe('30 passed, 1 failed, 3 skipped');
  expect(lines).toContain('  a.pg.test.ts > a test: it broke');
  expect(lines).toContain('pg: 10 passed, 1 failed, 1 skipped in 1.5 minutes');
  expect(lines.filter((line) => / s {2}/.test(line))).toHaveLength(10);
});

test('a command that ended early is a failure', () => {
  const { lines, counts } = addUp({ test: [part('unit', 0)], proof: null });
  expect(inWords(counts)).toBe('10 passed, 1 failed, 1 skipped');
  expect(lines).toContain('  npm run proof: ended early');
});

test('files that passed at the second try are named, and from UNSTEADY_LIMIT on they are a failure', () => {
  const few = addUp({ test: [part('pg', UNSTEADY_LIMIT - 1)] });
  expect(few.counts.failed).toBe(0);
  expect(few.lines).toContain('  pg-0.test.ts > a test: it was late');
  expect(addUp({ test: [part('pg', UNSTEADY_LIMIT - 1)], proof: [part('proof', 1)] }).counts.failed).toBe(1);
});

test('on a machine so slow that a share of a part ran, more such files are a failure', () => {
  const share = { ...part('journeys', 0), of: 3 };
  expect(addUp({ test: [part('pg', SLOW_UNSTEADY_LIMIT - 1)], proof: [share] }).counts.failed).toBe(0);
  expect(addUp({ test: [part('pg', SLOW_UNSTEADY_LIMIT)], proof: [share] }).counts.failed).toBe(1);
});
