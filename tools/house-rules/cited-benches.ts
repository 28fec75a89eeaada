import type { Violation } from './import-rules.ts';

/**
 * Checks that every bench is cited by a page, as `npm run bench -- name` or as `name` in the table of docs/speed.md: a
 * figure that no page shows is measured by nobody.
 */
export function checkBenches(paths: readonly string[], pages: ReadonlyMap<string, string>): Violation[] {
  const cited = new Set<string>();
  for (const [page, text] of pages) {
    for (const [, name] of text.matchAll(/\bbench -- ([\w-]+)/g)) cited.add(name!);
    if (page !== 'docs/speed.md') continue;
    for (const [, cell] of text.matchAll(/\| ([^|\n]+) \|$/gm)) for (const [, name] of cell!.matchAll(/`([\w-]+)`/g)) cited.add(name!);
  }
  return paths.flatMap((path) => {
    const name = /^tools\/bench\/([\w-]+)\.bench\.ts$/.exec(path)?.[1];
    if (name === undefined || cited.has(name)) return [];
    return [{ where: path, problem: 'no page cites this bench: show its figure in docs/speed.md, or remove it' }];
  });
}
