import { ScaffoldRefusal } from './names.ts';
import type { Tree } from './tree.ts';

const icons = 'apps/web/src/ui/plain/icons.ts';
const pages = 'apps/web/src/ui/page-icons/index.ts';
/** Generic icons first. The page's author replaces it by a more specific one. */
const plain = [
  'IconList',
  'IconListDetails',
  'IconTable',
  'IconTemplate',
  'IconFlag',
  'IconGift',
  'IconSchool',
  'IconCalendar',
  'IconChartBar',
  'IconStar',
  'IconBell',
];

/** Adds a unique icon for a new page of a menu. @throws ScaffoldRefusal when none is left */
export function insertPageIcon(tree: Tree, route: string): void {
  const [has, taken] = [tree.read(icons), tree.read(pages)];
  const icon = plain.find((name) => new RegExp(`\\b${name}\\b`).test(has) && !new RegExp(`\\b${name}\\b`).test(taken));
  if (!icon)
    throw new ScaffoldRefusal(
      `Every plain icon has a page: add one to apps/web/scripts/generate-icons.ts, and its name to ${plain[0]} and the others in tools/scaffold.`,
    );
  tree.insert(pages, { before: /^\} from '\.\.\/plain\/icons\.ts';$/ }, `  ${icon},`);
  tree.insert(pages, { before: /^\};$/ }, `  '/${route}': ${icon},`);
}
