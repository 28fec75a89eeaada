import { readdirSync, readFileSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** What draws on nearly every page and in the running lesson. */
const FIRST = ['app', 'ui/plain', 'ui/charts', 'ui/data-table', 'features/home', 'features/lessons', 'features/live'];
const isSource = (path: string): boolean => /\.tsx?$/.test(path) && !/\.test\.|\/icons(\/|\.ts)/.test(path);

function sourcesIn(path: string): string[] {
  if (!statSync(path).isDirectory()) return isSource(path) ? [path] : [];
  return readdirSync(path).flatMap((name) => sourcesIn(`${path}/${name}`));
}

/** "IconTrash" and "trash" of every icon that is drawn there: the others stay with the screens that have them. */
export function findFirstIcons(): ReadonlySet<string> {
  const root = fileURLToPath(new URL('../src/', import.meta.url));
  const used = new Set(FIRST.flatMap((folder) => sourcesIn(`${root}${folder}`)).flatMap((file) => readFileSync(file, 'utf8').match(/\bIcon[A-Z]\w+/g) ?? []));
  const files = readFileSync(`${root}ui/plain/icons.ts`, 'utf8').matchAll(/export \{ (Icon\w+) \} from '\.\/icons\/([\w-]+)\.ts'/g);
  return new Set([...files].filter(([, name]) => used.has(name as string)).flatMap(([, name, file]) => [name as string, file as string]));
}
