import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ScaffoldRefusal } from './names.ts';

/**
 * The repository as a scaffold changes it: new files, and lines in existing files. Nothing is written before everything
 * is known to fit.
 */
export interface Tree {
  create: (path: string, text: string) => void;
  /** Inserts `line` after the first line that matches, or before it. @throws ScaffoldRefusal when there is none */
  insert: (path: string, where: { after: RegExp } | { before: RegExp }, line: string) => void;
  read: (path: string) => string;
  /** Returns the number of the next migration, four digits. */
  nextMigration: () => string;
  /** Writes everything. Returns the paths. */
  write: () => string[];
}

const migrations = 'apps/server/migrations';

export function openTree(root: string): Tree {
  const texts = new Map<string, string>();
  const read = (path: string): string => texts.get(path) ?? readFileSync(join(root, path), 'utf8');
  return {
    read,
    create(path, text) {
      if (texts.has(path) || existsSync(join(root, path))) throw new ScaffoldRefusal(`${path} is there already. Choose another name.`);
      texts.set(path, text);
    },
    insert(path, where, line) {
      const lines = read(path).split('\n');
      const pattern = 'after' in where ? where.after : where.before;
      const found = 'after' in where ? lines.findLastIndex((text) => pattern.test(text)) : lines.findIndex((text) => pattern.test(text));
      if (found < 0) throw new ScaffoldRefusal(`${path} has no line like ${pattern}: its shape has changed, and the scaffold with it.`);
      lines.splice('after' in where ? found + 1 : found, 0, line);
      texts.set(path, lines.join('\n'));
    },
    nextMigration() {
      const last =
        readdirSync(join(root, migrations))
          .filter((file) => file.endsWith('.sql'))
          .sort()
          .at(-1) ?? '0000';
      return String(Number(last.slice(0, 4)) + 1).padStart(4, '0');
    },
    write() {
      for (const [path, text] of texts) {
        mkdirSync(dirname(join(root, path)), { recursive: true });
        writeFileSync(join(root, path), text);
      }
      return [...texts.keys()];
    },
  };
}
