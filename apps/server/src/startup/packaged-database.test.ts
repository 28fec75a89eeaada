import { expect, test } from 'vitest';
import { checkPackagedDatabase } from './packaged-database.ts';

const production = { isProduction: true, databaseUrl: null, allowsEmbedded: false };
const packaged = (patch: string, behind: number) => ({ patch, newest: { patch: '18.6', knownOn: '2026-11-29' }, behind });

test.each([
  ['no packaged database is used', production, null],
  ['it is a trial', { ...production, isProduction: false }, packaged('18.4', 2)],
  ['the database is elsewhere', { ...production, databaseUrl: 'postgres://elsewhere/x' }, packaged('18.4', 2)],
])('there is no warning when %s', (_when, config, found) => {
  expect(checkPackagedDatabase(config, () => found)).toBeNull();
});

test.each([
  ['the newest patch', packaged('18.6', 0), production],
  ['one patch behind', packaged('18.5', 1), production],
  ['two behind, and allowed', packaged('18.4', 2), { ...production, allowsEmbedded: true }],
])('[B2852] production on the packaged database warns with both numbers: %s', (_when, found, config) => {
  const warning = checkPackagedDatabase(config, () => found);
  expect(warning).toContain(`PostgreSQL ${found.patch}`);
  expect(warning).toMatch(/18\.6 \(as of 2026-11-29\)/);
});

test('[B2853] production on a packaged database two patches behind is refused, with every remedy', () => {
  const start = () => checkPackagedDatabase(production, () => packaged('18.4', 2));
  for (const words of ['18.4', '18.6', 'Install PostgreSQL 18', 'DATABASE_URL', 'EMBEDDED_IN_PRODUCTION=on']) expect(start).toThrow(words);
});
