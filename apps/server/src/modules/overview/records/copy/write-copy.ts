import { setImmediate as giveWay } from 'node:timers/promises';
import type { MessageKey, Translate } from '@classwright/contract';
import type { Tx } from '../../../../platform/database/index.ts';
import { type AboutPerson, type Declaration, isAboutPerson } from '../../../../platform/personal-data/index.ts';
import { type CopiedRow, listCopiedRows, listFileIdsAbout } from '../../../../platform/personal-data/rows-queries.ts';
import type { Schema } from '../../../../platform/personal-data/schema.ts';
import type { ZipPart } from '../../../../platform/zip/index.ts';
import type { FileStorage } from '../../../school/files/index.ts';
import { type CopiedPerson, findCopiedPerson, listClassmates, listFilesOf, type OwnFile } from '../queries.ts';
import { hideNames, seekNames } from './hide-names.ts';
import { type CopiedTable, type PageLanguage, ROWS_AT_ONCE, writePage } from './write-page.ts';

export interface CopySources {
  schema: Schema;
  declared: ReadonlyMap<string, Declaration>;
  storage: Pick<FileStorage, 'read'>;
  t: Translate<MessageKey>;
  language: PageLanguage;
  /** Waits until few people call. */
  standBack?: () => Promise<void>;
}

/** The counts of a copy, which are known once its parts have been read. */
export interface CopyCounts {
  rows: number;
  files: number;
}

/** Tables that are read one after the other until it stands back again. */
const TABLES_AT_ONCE = 5;

/**
 * Yields the parts of the archive that holds everything about a person: `data.json` with each declared row and its
 * schema, `index.html` to read, and the files as they were handed in. Full names of other students are replaced in every
 * text. Returns null for an account that does not exist.
 */
export async function listCopyParts(tx: Tx, sources: CopySources, accountId: number): Promise<{ parts: AsyncGenerator<ZipPart>; counts: CopyCounts } | null> {
  const person = await findCopiedPerson(tx, accountId);
  if (!person) return null;
  const counts = { rows: 0, files: 0 };
  return { parts: writeParts(tx, sources, { person, accountId }, counts), counts };
}

async function* writeParts(
  tx: Tx,
  { schema, declared, storage, t, language, standBack = async () => undefined }: CopySources,
  { person, accountId }: { person: CopiedPerson; accountId: number },
  counts: CopyCounts,
): AsyncGenerator<ZipPart> {
  const names = seekNames(await listClassmates(tx, accountId));
  const hide = rememberTexts((text) => hideNames(text, names, t('records.classmate')));
  const about = new Map([...declared].filter((entry): entry is [string, AboutPerson] => isAboutPerson(entry[1]) && entry[1].copy !== 'never'));
  const tables: CopiedTable[] = [];
  for (const [table, declaration] of about) {
    if (tables.length % TABLES_AT_ONCE === 0) await standBack();
    const rows = await listCopiedRows(tx, schema, table, declaration, accountId);
    for (let from = 0; from < rows.length; from += ROWS_AT_ONCE) {
      for (const row of rows.slice(from, from + ROWS_AT_ONCE)) {
        row.values = hideIn(row.values, hide) as CopiedRow['values'];
        row.words = hideIn(row.words, hide) as CopiedRow['words'];
        if (row.work !== null) row.work = hide(row.work);
      }
      await giveWay();
    }
    counts.rows += rows.length;
    tables.push({ table, declaration, rows });
  }
  const files = await listFilesOf(tx, await listFileIdsAbout(tx, schema, about, accountId));
  const kept: { file: OwnFile; path: string }[] = [];
  for (const file of files) {
    const content = await storage.read(file.storage_key, { start: 0, end: Math.max(0, file.byte_size - 1) });
    if (!content) continue; // its bytes were lost
    const path = `files/${file.id}-${file.name.replaceAll(/[/\\:*?"<>|\p{C}]/gu, '_')}`;
    kept.push({ file, path });
    yield { name: path, content };
  }
  counts.files = kept.length;
  yield { name: 'index.html', content: writePage({ person, tables, files: kept, t, language }) };
  yield { name: 'data.json', content: writeJson(person, tables) };
  yield { name: 'data.schema.json', content: [writeSchema(schema, tables, t)] };
}

/** The most texts of one copy that are remembered, and the longest of them. */
const REMEMBERED = { texts: 20_000, characters: 1_000 };

/** Remembers what a function makes of a text: the same lessons, questions and states stand in many rows. */
function rememberTexts(make: (text: string) => string): (text: string) => string {
  const made = new Map<string, string>();
  return (text) => {
    const known = made.get(text);
    if (known !== undefined) return known;
    const result = make(text);
    if (text.length <= REMEMBERED.characters && made.size < REMEMBERED.texts) made.set(text, result);
    return result;
  };
}

/** Replaces names in every text of a value, however deep. */
function hideIn(value: unknown, hide: (text: string) => string): unknown {
  if (typeof value === 'string') return hide(value);
  if (Array.isArray(value)) return value.map((one) => hideIn(one, hide));
  if (value !== null && typeof value === 'object') return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, hideIn(one, hide)]));
  return value;
}

async function* writeJson(person: CopiedPerson, tables: readonly CopiedTable[]): AsyncGenerator<string> {
  yield `{"person":${JSON.stringify({ name: person.name, email: person.email, school: person.school })},"tables":{`;
  for (const [index, { table, rows }] of tables.entries()) {
    yield `${index === 0 ? '' : ','}\n${JSON.stringify(table)}:[`;
    for (let from = 0; from < rows.length; from += ROWS_AT_ONCE) {
      const lines = rows
        .slice(from, from + ROWS_AT_ONCE)
        .map(({ values, class: course, lesson, work, question }) => JSON.stringify({ ...values, in: { class: course, lesson, work, question } }));
      yield `${from === 0 ? '' : ','}\n${lines.join(',\n')}`;
      await giveWay();
    }
    yield ']';
  }
  yield '}}\n';
}

/** Writes the JSON Schema of `data.json`: each column with the words of the screen. */
function writeSchema(schema: Schema, tables: readonly CopiedTable[], t: Translate<MessageKey>): string {
  const kinds: [RegExp, string][] = [
    [/^(bigint|integer|smallint|numeric|double|real)/, 'number'],
    [/^boolean/, 'boolean'],
    [/^jsonb/, 'object'],
    [/\[\]$/, 'array'],
  ];
  const typeOf = (table: string, column: string) => kinds.find(([pattern]) => pattern.test(schema.get(table)!.columns.get(column)!.type))?.[1] ?? 'string';
  const place = { type: 'object', properties: Object.fromEntries(['class', 'lesson', 'work', 'question'].map((name) => [name, { type: ['string', 'null'] }])) };
  const properties = Object.fromEntries(
    tables.map(({ table, declaration: { title, copy } }) => {
      const columns = Object.entries(copy as Record<string, MessageKey>).map(([column, label]) => [
        column,
        { title: t(label), type: schema.get(table)!.keys.has(column) ? ['string', 'number', 'null'] : [typeOf(table, column), 'null'] },
      ]);
      const items = { type: 'object', properties: { ...Object.fromEntries(columns), in: place } };
      return [table, { title: t(title!), type: 'array', items }];
    }),
  );
  return `${JSON.stringify({ $schema: 'https://json-schema.org/draft/2020-12/schema', type: 'object', properties: { person: { type: 'object' }, tables: { type: 'object', properties } } }, null, 2)}\n`;
}
