import { expect, test } from 'vitest';
import { countPatchesBehind, newestPatch } from './newest-patch.ts';

test.each([
  ['18.4.0-beta.17', '18.6', 2],
  ['18.6.0', '18.6', 0],
  ['18.7.0-beta.1', '18.6', 0],
  ['18.5.1', '18.6', 1],
  ['19.0.0', '18.6', 0], // the constant is older than the package
])('[B2852] the package %s is behind %s by %i patches', (packaged, newest, behind) => {
  expect(countPatchesBehind(packaged, newest)).toBe(behind);
});

test('the newest patch that is known has a date', () => {
  expect(newestPatch.patch).toMatch(/^18\.\d+$/);
  expect(Number.isNaN(Date.parse(newestPatch.knownOn))).toBe(false);
});
