import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Where the icons are used that everybody's first screens show. */
const FIRST = ['app', 'app/shell', 'ui/plain', 'features/home', 'features/sign-in', 'features/live/desk', 'features/live/feed'];
/** Some screens alone use these, or the shell fetches them later. */
const LATER = /src[\\/](app[\\/](shell[\\/]later|list-search|use-typed|open-download|pages|QuestionBank|Assessments)|ui[\\/]plain[\\/](Field|FormDialog))/;
const OFTEN = /src[\\/](app|ui[\\/]plain)[\\/]|messages[\\/](common|first-errors|shell|translate)/;

/** Names of the icons that the first screens import, as `IconTrash`. */
function firstIcons(src: string): Set<string> {
  const files = FIRST.flatMap((folder) => readdirSync(join(src, folder)).map((file) => join(src, folder, file))).filter((file) => file.endsWith('.tsx'));
  return new Set(files.flatMap((file) => [...readFileSync(file, 'utf8').matchAll(/\bIcon[A-Z]\w+/g)].map(([name]) => name)));
}

const camel = (kebab: string): string => kebab.replace(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase());

/** Which modules stand in the one file that nearly every screen uses; what only some use stays with them. */
export function createKitTest(src: string): (id: string) => boolean {
  const icons = firstIcons(src);
  return (id) => {
    const icon =
      /@tabler.*[\\/](Icon\w+)\.mjs/.exec(id)?.[1] ??
      (/ui[\\/]plain[\\/]icons[\\/]([\w-]+)\.ts/.exec(id)?.[1] ?? '').replace(/^.+$/, (name) => `Icon${camel(name)}`);
    if (icon !== '') return icons.has(icon);
    return id.includes('@tabler') || (OFTEN.test(id) && !LATER.test(id));
  };
}
