import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { listFiles } from './contents.ts';
import { type Delivered, nameOf } from './packages.ts';
import { isLicense } from './unneeded.ts';

const line = `${'='.repeat(80)}\n`;

/** Returns the license of every package of a release in one text, after the product's own notice. */
export function writeLicenses(root: string, delivered: readonly Delivered[]): string {
  const notice = readFileSync(join(root, 'NOTICE'), 'utf8');
  const inside = readFileSync(join(root, 'tools/release/files/licenses-inside.txt'), 'utf8');
  return [notice, inside, ...delivered.map((one) => describe(root, one))].join(`\n${line}`);
}

function describe(root: string, { path, locked }: Delivered): string {
  const folder = join(root, path);
  const texts = existsSync(folder)
    ? listFiles(folder)
        .filter((file) => !file.startsWith('node_modules/') && isLicense(file) && !/\.([cm]?[jt]s|json|map)$/.test(file))
        .toSorted()
        .map((file) => `--- ${file}\n\n${readFileSync(join(folder, file), 'utf8').trim()}\n`)
    : [];
  const head = `${nameOf(path)} ${locked.version}\nLicense: ${locked.license ?? 'not declared'}\n`;
  return [head, ...(texts.length > 0 ? texts : ['The package comes without a text of its license.\n'])].join('\n');
}
