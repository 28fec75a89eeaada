import type pg from 'pg';
import { isAboutNobody, isAboutPerson } from '../platform/personal-data/index.ts';
import { platformData } from '../platform/personal-data/platform-tables.ts';
import { StartRefusal } from '../platform/start-refusal.ts';
import { type ConnectionSetting, withConnection } from './connection.ts';
import { insertEndedRows, listTables, passNumbers, prepareSession, wasAnybodyErasedSince } from './queries.ts';
import { readYearFile, type YearFileHeader } from './year-files.ts';

export interface BroughtBack {
  head: YearFileHeader;
  /** The rows that came back. The others are there, or are about somebody, or of a school, that is gone. */
  rows: number;
  /** True when somebody was erased since, so that texts in which anybody may be named came back empty. */
  isWithoutTexts: boolean;
}

/**
 * Brings the rows of a file of ended rows back to their table, running or not. May be repeated. Rows about people, of schools or by programs that were
 * deleted or erased since stay away; if anybody was erased since, so do the columns that may name them. @throws StartRefusal for a file that is damaged;
 * nothing is brought back then
 */
export async function bringBackYear(connection: ConnectionSetting, path: string): Promise<BroughtBack> {
  return withConnection(connection, async (client) => {
    await prepareSession(client);
    await client.query('BEGIN');
    let rows = 0;
    let bring: ((some: readonly string[]) => Promise<number>) | null = null;
    let isWithoutTexts = false;
    const head = await readYearFile(path, async (first, some) => {
      if (bring === null) {
        isWithoutTexts = await wasAnybodyErasedSince(client, first.endedAt);
        bring = await prepareBringing(client, first, isWithoutTexts);
      }
      rows += await bring(some);
    });
    await passNumbers(client, head.table);
    await client.query('COMMIT');
    return { head, rows, isWithoutTexts };
  });
}

async function prepareBringing(client: pg.Client, { table }: YearFileHeader, isWithoutTexts: boolean): Promise<(rows: readonly string[]) => Promise<number>> {
  const known = (await listTables(client)).find(({ name }) => name === table);
  if (!known) throw new StartRefusal(`This installation has no table ${table}. Bring the file back with the version that wrote it.`);
  const declaration = Object.entries(platformData).find(([name]) => name === table)?.[1];
  const mentions = declaration && !isAboutNobody(declaration) ? (declaration.mentions ?? []) : [];
  const subjects = declaration && isAboutPerson(declaration) ? (declaration.also ?? []) : [];
  const columns = known.columns.filter((column) => !(isWithoutTexts && (mentions as readonly string[]).includes(column)));
  const people = subjects.map(({ subject, where = {} }) => ({ column: subject.split(':')[0]!, where: where as Record<string, string> }));
  return (rows) => insertEndedRows(client, { table, columns, people }, rows);
}
