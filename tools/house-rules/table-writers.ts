import type { Violation } from './import-rules.ts';
import { type Source, walk } from './source.ts';

const isTest = (path: string) => /\.test\.tsx?$|\/testing\//.test(path);
const writes = new Set(['insertInto', 'updateTable', 'deleteFrom', 'mergeInto']);
const rawWrite = /\b(?:INSERT INTO|UPDATE|DELETE FROM)\s+([a-z_]+)\b/g;
const roomOf = (path: string) => /^apps\/server\/src\/(?:modules\/[^/]+|platform)\/[^/]+/.exec(path)?.[0];

/** Lists, by table, the modules and parts of the platform that write it, and the place. */
export function listWriters(sources: readonly Source[]): Map<string, Map<string, string>> {
  const writers = new Map<string, Map<string, string>>();
  for (const source of sources.filter(({ path }) => !isTest(path) && roomOf(path))) {
    const note = (table: string, start: number) => {
      const rooms = writers.get(table) ?? new Map<string, string>();
      rooms.set(roomOf(source.path) as string, `${source.path}:${source.lineOf(start)}`);
      writers.set(table, rooms);
    };
    walk(source.program, (node) => {
      const callee = node.type === 'CallExpression' ? (node.callee as { type: string; property?: { name?: string } }) : null;
      const first = (node.arguments as { type: string; value?: unknown }[] | undefined)?.[0];
      if (callee?.type === 'MemberExpression' && writes.has(callee.property?.name ?? '') && typeof first?.value === 'string')
        note(first.value.split(' ')[0] as string, node.start);
      if (node.type === 'TemplateElement')
        for (const [, table] of (node.value as { raw: string }).raw.matchAll(rawWrite))
          if (table !== 'set' && table !== 'skip') note(table as string, node.start);
    });
  }
  return writers;
}

/** Checks that each table is written by one module (or one part of the platform), so that its rules have one place. */
export function checkTableOwners(sources: readonly Source[]): Violation[] {
  return [...listWriters(sources)]
    .filter(([, rooms]) => rooms.size > 1)
    .map(([table, rooms]) => ({ where: [...rooms.values()].join(', '), problem: `the table ${table} is written by more than one module` }));
}
