// Writes the files of a new list or module: `node tools/scaffold/main.ts list|module name [--wing class] [--root folder]`.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { repository } from '../house-rules/source.ts';
import { type Wing, wings } from '../house-rules/wings.ts';
import { ScaffoldRefusal, toNames } from './names.ts';
import { scaffoldList } from './new-list.ts';
import { scaffoldModule } from './new-module.ts';
import { openTree } from './tree.ts';

const kinds = { list: scaffoldList, module: scaffoldModule };
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { root: { type: 'string', default: repository }, wing: { type: 'string', default: 'class' } },
});
const [kind = '', ...words] = positionals;

try {
  if (!Object.hasOwn(kinds, kind)) throw new ScaffoldRefusal('Say what to make: npm run new:list houseTeam, or npm run new:module houseTeam.');
  if (!(wings as readonly string[]).includes(values.wing)) throw new ScaffoldRefusal(`There is no wing ${values.wing}. The wings are: ${wings.join(', ')}.`);
  const tree = openTree(values.root);
  kinds[kind as keyof typeof kinds](tree, toNames(words.join(' ')), values.wing as Wing);
  const written = tree.write();
  const tool = (...parts: string[]) => join(values.root, ...parts);
  const run = (args: string[]) => spawnSync(process.execPath, args, { cwd: values.root, stdio: 'inherit' }).status === 0;
  const isDone = [
    [tool('tools/schema/write.ts')],
    [tool('tools/privacy/main.ts')],
    [tool('tools/wire/main.ts'), '--pin'],
    [tool('apps/web/scripts/generate-icons.ts')],
    [tool('node_modules/@biomejs/biome/bin/biome'), 'format', '--write', '--log-level=error', ...written],
    [tool('tools/scaffold/write-other-schools.ts')],
  ].every(run);
  console.log(written.map((path) => `  ${path}`).join('\n'));
  console.log('Written, with the schema, docs/privacy and the wire (new calls alone: pages of yesterday go on).');
  console.log('Look at the words, the icon of the page (ui/page-icons) and at the migration before the first commit: it cannot change afterwards.');
  if (!isDone) process.exitCode = 1;
} catch (error) {
  if (!(error instanceof ScaffoldRefusal)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
