import { readFileSync } from 'node:fs';
import {
  authGoogleBegin,
  authGoogleFinish,
  authLogin,
  configGet,
  contract,
  type Endpoint,
  FILE_LIMITS,
  linkCheck,
  linkUse,
  picturesUse,
  MAX_FORM_FILES_BYTES,
  referenceLists,
} from '@classwright/contract';
import { expect, test } from 'vitest';
import { FORMS_OF_A_PERSON, HELD_IN_MEMORY } from './form-slots.ts';
import { HTTP_LIMITS } from './limits.ts';

const page = readFileSync(new URL('../../../../../docs/operations.md', import.meta.url), 'utf8');
const limits = page.slice(page.indexOf('\n## Limits'), page.indexOf('\n## Behind a proxy'));

test('[B122] [B142] the page of limits says what the product counts', () => {
  const { account, address, openApiCost, readyCost } = HTTP_LIMITS;
  expect(limits).toContain(`| ${account.perMinute} points a minute, ${account.burst} at once;`);
  expect(limits).toContain(`| ${address.perMinute} points a minute, ${address.burst} at once |`);
  expect(limits).toContain(`| ${openApiCost} and ${readyCost} points of the address |`);
  expect(limits).toContain(`| ${FORMS_OF_A_PERSON} a person; ${HELD_IN_MEMORY} imports for all |`);
  expect(limits).toContain(`| ${MAX_FORM_FILES_BYTES / 1024 / 1024} MiB in all;`);
  expect(limits).toContain(`| ${FILE_LIMITS.maxMegabytes} MB: images`);
  expect(limits).toContain(`| ${FILE_LIMITS.maxPixels / 1e6} million |`);
  expect(limits).toContain(`| ${FILE_LIMITS.mostUploads} a person |`);
});

test.each<[string, Endpoint[]]>([
  ['with a password', [authLogin]],
  ['with a card', [linkCheck, linkUse]],
  ['with a picture card', [linkCheck, picturesUse]],
  ['with Google', [authGoogleBegin, authGoogleFinish]],
])('[B118] a school of a thousand signs in at once from one address, %s, and none is refused', (_, calls) => {
  const all: readonly Endpoint[] = [configGet, ...calls];
  const points = all.reduce((sum, { cost = 1 }) => sum + cost, 0);
  expect(1000 * points).toBeLessThanOrEqual(HTTP_LIMITS.address.burst);
});

/** Returns a number that the description states once for every list. */
const said = (name: string): string => {
  const [first = '', call = '', verb] = name.split('.');
  if (first === 'oneroster' && verb !== undefined) return `oneroster.${call}.*`;
  if (first === 'dashboard' && verb !== undefined) return call === 'list' ? 'dashboard.list.*' : `dashboard.*.${verb}`;
  return (call.endsWith('Many') || call === 'blocks') && referenceLists.some((list) => list.name === first) ? `*.${call}` : name;
};

test('[B142] the page of limits names every call that costs more than one point', () => {
  const byCost = Map.groupBy(
    contract.filter(({ cost = 1 }) => cost > 1),
    ({ cost = 1 }) => cost,
  );
  const rows = [...byCost]
    .sort(([a], [b]) => b - a)
    .map(
      ([cost, calls]) =>
        `| ${cost} | ${calls
          .map(({ name }) => `\`${said(name)}\``)
          .filter((name, at, all) => all.indexOf(name) === at)
          .sort()
          .join(', ')} |`,
    );
  const [, table = ''] = /<!-- costs -->\n([\s\S]*?)<!-- \/costs -->/.exec(limits) ?? [];
  expect(table.trim().split('\n').slice(2)).toEqual(rows);
});
