import { createWriteStream } from 'node:fs';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Db } from '../../../../platform/database/index.ts';
import { COLLECTION_NAMES, type CollectionName, type PageRows, type TableName, TABLES } from './collections.ts';
import { nextPage } from './read-queries.ts';

const quote = (text: string): string => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
const toLine = (cells: readonly string[]): string => `${cells.map(quote).join(',')}\r\n`;

/** The collections whose pages have rows of a table. */
const READ_FROM: Readonly<Record<TableName, readonly CollectionName[]>> = {
  ...{ orgs: ['orgs'], academicSessions: ['academicSessions'], courses: ['courses'], classes: ['classes'], enrollments: ['enrollments'] },
  ...{ users: ['teachers', 'students', 'parents', 'guardians', 'relatives'], roles: ['teachers', 'students', 'parents', 'guardians', 'relatives'] },
};

/**
 * Yields a table page by page; a person with several roles appears in several collections and is written once.
 */
async function* linesOf(db: Db, readId: number, table: TableName, { withGuardians }: { withGuardians: boolean }): AsyncGenerator<string> {
  // the last column names the guardians of a student
  const count = table === 'users' && !withGuardians ? -1 : undefined;
  yield toLine(TABLES[table].slice(0, count));
  const seen = new Set<string>();
  for (const name of READ_FROM[table]) {
    const step = COLLECTION_NAMES.indexOf(name);
    for (let after = -1; ; ) {
      const page = await nextPage(db, readId, step, after);
      if (!page) break;
      after = page.number;
      const lines: string[] = [];
      for (const row of (JSON.parse(page.content) as PageRows)[table] ?? []) {
        if (table === 'users') {
          if (seen.has(row[0] as string)) continue;
          seen.add(row[0] as string);
        }
        lines.push(toLine(row.slice(0, count)));
      }
      yield lines.join('');
    }
  }
}

/** Writes the data as complete OneRoster files into an existing folder. */
export async function writeTables(
  db: Db,
  readId: number,
  { version, withGuardians, folder }: { version: string; withGuardians: boolean; folder: string },
): Promise<{ name: string; path: string }[]> {
  const tables = Object.keys(TABLES) as TableName[];
  const manifest = [['propertyName', 'value'], ['oneroster.version', version], ...tables.map((table) => [`file.${table}`, 'bulk'])].map(toLine);
  const files = [
    { name: 'manifest.csv', lines: Readable.from(manifest) },
    ...tables.map((table) => ({ name: `${table}.csv`, lines: Readable.from(linesOf(db, readId, table, { withGuardians })) })),
  ];
  const written: { name: string; path: string }[] = [];
  for (const { name, lines } of files) {
    const file = path.join(folder, name);
    await pipeline(lines, createWriteStream(file, { mode: 0o600 }));
    written.push({ name, path: file });
  }
  return written;
}
