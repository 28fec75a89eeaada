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
  const files = existsSync(folder) ? listFiles(folder).filter((file) => !file.startsWith('node_modules/')) : [];
  const read = (file: string): string => readFileSync(join(folder, file), 'utf8');
  const texts = files
    .filter((file) => isLicense(file) && !/\.([cm]?[jt]s|json|map)$/.test(file))
    .toSorted()
    .map((file) => `--- ${file}\n\n${read(file).trim()}\n`);
  const head = `${nameOf(path)} ${locked.version}\nLicense: ${locked.license ?? 'not declared; see below'}\n`;
  if (texts.length > 0) return [head, ...texts].join('\n');
  const readme = files.find((file) => /^readme(\.md)?$/i.test(file));
  return `${head}\n${(readme && findSection(read(readme))) || 'The package comes without a text of its license.'}\n`;
}

/** Returns the section about the license of a package's description, where some packages have it, or null. */
const findSection = (readme: string): string | null => /^#+ licen[cs]e\b[^]*?(?=^#|(?![^]))/im.exec(readme)?.[0].trim() ?? null;
