import { readdirSync, readFileSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** What draws on nearly every page and in the running lesson, which has no shell. */
const FIRST = ['base', 'app', 'ui/plain', 'ui/page-menu', 'ui/charts', 'ui/data-table', 'features/home', 'features/lessons', 'features/live'];
const isSource = (path: string): boolean => /\.tsx?$/.test(path) && !/\.test\.|\/icons(\/|\.ts)/.test(path);

function sourcesIn(path: string): string[] {
  if (!statSync(path).isDirectory()) return isSource(path) ? [path] : [];
  return readdirSync(path).flatMap((name) => sourcesIn(`${path}/${name}`));
}

/** What draws on the first screens alone: the frame with its menu. */
export const SHELL =
  /[\\/](app[\\/]shell|ui[\\/]page-menu)[\\/](Shell|Sidebar|MenuLink|BottomBar|StudentBar|MoreEntries|StaffBar|TopBar|menu\.|page-icons|sidebar-look)/;
/** Of these what needs nothing of the running lesson, so that it can stand in a file of its own. */
export const FRAME = /[\\/](app[\\/]shell|ui[\\/]page-menu)[\\/](Shell|Sidebar|MenuLink|TopBar|BottomBar|ConnectionBanner|menu|page-icons)\./;

/** "IconTrash" and "trash" of every icon that is drawn there: the others stay with the screens that have them. */
export const findFirstIcons = (): ReadonlySet<string> =>
  findIcons((root) => FIRST.flatMap((folder) => sourcesIn(`${root}${folder}`)).filter((path) => !SHELL.test(path)));
/** Those of the frame that no other screen draws: who loads one of them loads the whole frame. */
export function findShellIcons(): ReadonlySet<string> {
  const others = findIcons((root) => sourcesIn(root.replace(/\/$/, '')).filter((path) => !SHELL.test(path) && !path.includes('/page-icons/')));
  const own = findIcons((root) => ['app/shell', 'ui/page-menu'].flatMap((folder) => sourcesIn(root + folder)).filter((path) => SHELL.test(path)));
  return new Set([...own].filter((name) => !others.has(name)));
}

function findIcons(list: (root: string) => string[]): ReadonlySet<string> {
  const root = fileURLToPath(new URL('../src/', import.meta.url));
  const used = new Set(list(root).flatMap((file) => readFileSync(file, 'utf8').match(/\bIcon[A-Z]\w+/g) ?? []));
  const files = readFileSync(`${root}ui/plain/icons.ts`, 'utf8').matchAll(/export \{ (Icon\w+) \} from '\.\/icons\/([\w-]+)\.ts'/g);
  return new Set([...files].filter(([, name]) => used.has(name as string)).flatMap(([, name, file]) => [name as string, file as string]));
}
