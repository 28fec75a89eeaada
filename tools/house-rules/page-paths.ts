import type { Papers } from './dead-files.ts';
import type { Violation } from './import-rules.ts';

/** The folder in which a page's short path is looked for, by its first folder. */
const PLACES: Readonly<Record<string, string>> = {
  apps: '',
  packages: '',
  tools: '',
  e2e: '',
  docs: '',
  modules: 'apps/server/src/',
  platform: 'apps/server/src/',
  startup: 'apps/server/src/',
};

/** Every path of a file or folder that a page names in backticks exists. Paths with a placeholder (`<noun>`, `…`, `*`) are not read. */
export function checkPagePaths(papers: Papers, exists: (path: string) => boolean): Violation[] {
  return [...papers]
    .filter(([page]) => page.endsWith('.md'))
    .flatMap(([page, text]) =>
      [...text.replace(/```[^]*?```/g, '').matchAll(/`([\w.-]+(?:\/[\w.-]+)+)\/?`/g)].flatMap(([, path = '']) => {
        const place = PLACES[path.slice(0, path.indexOf('/'))];
        return place === undefined || /NNNN/.test(path) || exists(place + path) ? [] : [{ where: page, problem: `names the path ${path}, which is not there` }];
      }),
    );
}
