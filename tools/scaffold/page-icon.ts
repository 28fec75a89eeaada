import { ScaffoldRefusal } from './names.ts';
import type { Tree } from './tree.ts';

const icons = 'apps/web/src/ui/page-icons/icons.ts';
const pages = 'apps/web/src/ui/page-icons/index.ts';
/** Plain pictures of Tabler, by its names. The page's author replaces one by a picture that shows what the page is about. */
const plain = ['box', 'notebook', 'bookmark', 'briefcase', 'cube', 'diamond', 'stack', 'hexagon', 'circles', 'layers-linked', 'album', 'backpack'];

/** Adds a unique icon for a new page of a menu. @throws ScaffoldRefusal when none is left */
export function insertPageIcon(tree: Tree, route: string): void {
  const taken = tree.read(icons);
  const name = plain.find((one) => !taken.includes(`icon('${one}'`));
  if (name === undefined) throw new ScaffoldRefusal('Every plain icon has a page: add names of Tabler icons to tools/scaffold/page-icon.ts.');
  const component = `Icon${name.replace(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase())}`;
  tree.insert(icons, { after: /^export const / }, `export const ${component} = /* @__PURE__ */ icon('${name}');`);
  tree.insert(pages, { before: /^\} from '\.\/icons\.ts';$/ }, `  ${component},`);
  tree.insert(pages, { before: /^\};$/ }, `  '/${route}': ${component},`);
}
