import { dialogOf, screenIndexOf, screenOf, screenTestOf, searchOf } from './feature-templates.ts';
import { contractOf, indexOf, migrationOf, personalDataOf, queriesOf, testOf, wordsOf } from './module-templates.ts';
import type { Wing } from '../house-rules/wings.ts';
import type { Names } from './names.ts';
import { insertPageIcon } from './page-icon.ts';
import type { Tree } from './tree.ts';

/**
 * Creates a new module: a table, two calls on it, a screen with its page and its place in a menu, and their tests, in
 * the usual places of a module.
 */
export function scaffoldModule(tree: Tree, names: Names, wing: Wing): void {
  const { camel, camelMany, kebabMany, snakeMany, title, titleMany } = names;
  const contract = 'packages/contract/src';
  const module = `apps/server/src/modules/${wing}/${kebabMany}`;
  tree.create(`${contract}/${wing}/${kebabMany}/calls.ts`, contractOf(names));
  tree.insert(`${contract}/index.ts`, { before: /^export \{ contract \}/ }, `export * from './${wing}/${kebabMany}/calls.ts';`);
  tree.insert(`${contract}/contract.ts`, { after: /^import / }, `import * as ${camelMany} from './${wing}/${kebabMany}/calls.ts';`);
  tree.insert(`${contract}/contract.ts`, { before: /^ {2}\]\.flatMap\(\(module\)/ }, `    ${camelMany},`);
  tree.create(`${contract}/${wing}/${kebabMany}/messages.ts`, wordsOf(names));
  tree.insert(`${contract}/messages/en.ts`, { after: /^import / }, `import { ${camel}Messages } from '../${wing}/${kebabMany}/messages.ts';`);
  tree.insert(`${contract}/messages/en.ts`, { before: /^\} as const;$/ }, `  ...${camel}Messages,`);
  tree.create(`apps/server/migrations/${tree.nextMigration()}_${snakeMany}.sql`, migrationOf(names));
  tree.create(`${module}/index.ts`, indexOf(names));
  tree.create(`${module}/queries.ts`, queriesOf(names));
  tree.create(`${module}/personal-data.ts`, personalDataOf(names));
  tree.create(`${module}/${kebabMany}.pg.test.ts`, testOf(names));
  tree.insert(
    'apps/server/src/modules.ts',
    { after: /^import .* from '\.\/modules\// },
    `import { ${camelMany}Module } from './modules/${wing}/${kebabMany}/index.ts';`,
  );
  tree.insert(
    'apps/server/src/modules.ts',
    { before: /^ {4}live,$/ },
    `    ${kebabMany.includes('-') ? `'${kebabMany}'` : kebabMany}: ${camelMany}Module(parts),`,
  );
  const feature = `apps/web/src/features/${wing}/${kebabMany}`;
  const Many = camelMany.charAt(0).toUpperCase() + camelMany.slice(1);
  tree.create(`${feature}/index.ts`, screenIndexOf(names));
  tree.create(`${feature}/search.ts`, searchOf(names));
  tree.create(`${feature}/${Many}Screen.tsx`, screenOf(names, wing));
  tree.create(`${feature}/New${camel.charAt(0).toUpperCase() + camel.slice(1)}Dialog.tsx`, dialogOf(names, wing));
  tree.create(`${feature}/${kebabMany}.dom.test.tsx`, screenTestOf(names, wing));
  const pages = 'apps/web/src/app/pages.tsx';
  tree.insert(pages, { after: /^import type .* from '\.\.\/features\// }, `import type { ${Many}Search } from '../features/${wing}/${kebabMany}/index.ts';`);
  tree.insert(
    pages,
    { before: /^ {6}page\(shell, '\/profile', \{$/ },
    `      page(shell, '/${kebabMany}', {
        right: '${kebabMany}:view',
        search: by<${Many}Search>(),
        screen: lazyScreen(() => import('../features/${wing}/${kebabMany}/index.ts'), '${Many}Screen'),
      }),`,
  );
  tree.insert('e2e/screens.ts', { after: /^ {2}'\/invitation-groups'/ }, `  '/${kebabMany}': shown('administrator', '/${kebabMany}'),`);
  insertPageIcon(tree, kebabMany);
  tree.insert(
    `${contract}/overview/audit/messages.ts`,
    { after: /^ {2}'audit\.said\.course\.create'/ },
    `  'audit.said.${camel}.create': '{who} created the ${title.toLowerCase()} {name}',`,
  );
  tree.insert(`${contract}/overview/records/messages.ts`, { before: /^ {2}'record\.of\.passkeys'/ }, `  'record.of.${snakeMany}': '${titleMany}',`);
  // Tables of each call's result for strangers and in an archived class.
  tree.insert('apps/server/src/testing/other-school/calls.ts', { after: /^const ownCalls = \[$/ }, `  ...['${camel}.list', '${camel}.create'],`);
  tree.insert('apps/server/src/archived-class.pg.test.ts', { after: /^ {2}'course\.create': / }, `  '${camel}.create': 'names no class',`);
  // The hand-written table of the rights that the seeds grant.
  tree.insert('apps/server/src/access-walk.pg.test.ts', { after: /^const STAFF = \[$/ }, `  '${kebabMany}:view',\n  '${kebabMany}:create', // ${title}`);
}
