import { contract } from '@classwright/contract';
import type { CallRow } from './calls.ts';

const IN_WORDS = {
  refused: '403 or 404',
  nothing: 'nothing of the school, nothing is done',
  shared: '403: all schools share it',
  own: 'takes no such id; the caller’s own, or what all schools share',
} as const;

/** Writes docs/other-schools.md: the calls with ids of another school and their responses, by noun. */
export function toPage(rows: ReadonlyMap<string, CallRow>): string {
  const lines = new Map<string, string[]>();
  for (const { name } of contract) {
    const row = rows.get(name);
    if (!row) continue;
    const [noun = '', ...verb] = name.split('.');
    const answer = row.field === undefined ? IN_WORDS[row.outcome] : `422 at \`${row.field}\`, or 403`;
    const key = `| \`${noun}\` | ${answer} |`;
    lines.set(key, [...(lines.get(key) ?? []), verb.join('.') || noun]);
  }
  const table = [...lines].map(([key, verbs]) => key.replace(/\|$/, `| ${verbs.sort().join(', ')} |`)).sort();
  return `${HEAD}\n${table.join('\n')}\n`;
}

const HEAD = `# Another school’s ids

This page says what each call returns for ids of another school. For example, a teacher of school A who asks for a class of
school B by its number gets the same reply as for a class that does not exist.

Several schools may share an installation. Ids are numbers that count up, so people of one school may know ids of another’s classes,
people, files or requests. A test makes every call of the contract with real ids of a second school: as an administrator of
another school with every right, as a teacher and a student of it, as an app of it, and signed out. Calls about a class
are also made by a teacher, a student and a former student of the same school. No reply contains a name of the
school, and no table changes.

A new call needs a row in \`apps/server/src/testing/other-school/calls.ts\`, or the test fails with the call’s name. This page
is written from that table: \`npx vitest run --project pg apps/server/src/other-schools.pg.test.ts -u\`.

| calls | what a stranger gets | which |
|---|---|---|`;
