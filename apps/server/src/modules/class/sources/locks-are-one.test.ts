import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const root = path.join(import.meta.dirname, '../../..');

/** The files whose statements check where something was made, with their purpose. */
const ASKED_IN: Readonly<Record<string, string>> = {
  'modules/class/sources/standing-queries.ts': 'the lock',
  'modules/class/submissions/work-queries.ts': 'whether answers come from there; the lock decides it',
  'modules/connections/sync/classroom/link-queries.ts': 'what it says where its link has ended',
  'modules/connections/sync/classroom/hanging-queries.ts': 'what is graded here from now on',
};

test('[B2010] whether something that was made elsewhere is locked is decided in one place', () => {
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((file) => /(?<!\.test)\.ts$/.test(file) && !file.startsWith('testing'));
  const asking = files.filter((file) => readFileSync(path.join(root, file), 'utf8').match(/'isForeign'|\bwork(_facts)?\.is_foreign\b/));
  expect(asking.sort()).toEqual(Object.keys(ASKED_IN).sort());
});
