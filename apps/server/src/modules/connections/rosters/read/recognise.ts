import { createHash } from 'node:crypto';
import { OWN_SYSTEM } from '@classwright/rules/sync/own-ids';
import { guessMapping } from './guess-mapping.ts';
import type { Part } from './open-parts.ts';
import { openTable, type Table, toKey } from './read-table.ts';
import type { Head, Mode, TableMapping, UnknownTable } from './roster.ts';
import { RosterProblem } from './roster-problem.ts';
import { CANVAS, CLEVER, MAPPABLE, ONEROSTER, POWERSCHOOL_NAMES, POWERSCHOOL_SIGNS, powerSchoolShapes, SDS, SDS2, SDS2_SIGNS, type Shape } from './shapes.ts';

/** A table, and what its columns mean. */
export interface ShapedTable {
  table: Table;
  shape: Shape;
  /** Which column each part of a row stands in. */
  columns: ReadonlyMap<string, number>;
  mode: Mode;
}

export interface Recognised {
  format: Head['format'];
  version: string;
  /** As in `Head`. */
  origin: string;
  tables: ShapedTable[];
  remarks: Head['remarks'];
  unknown: UnknownTable[];
}

export type Mappings = Readonly<Record<string, TableMapping>>;

/** Tells what system the tables are of, by their names and first rows. @throws RosterProblem */
export async function recognise(parts: readonly Part[], mappings: Mappings): Promise<Recognised> {
  const manifest = parts.find(({ name }) => name.toLowerCase() === 'manifest.csv');
  const tables: Table[] = [];
  for (const part of parts) if (part !== manifest) tables.push(await openTable(part));
  if (manifest) return asOneRoster(tables, await readManifest(await openTable(manifest)));
  if (isSds2(tables)) return asNamed(tables, { format: 'sds', version: '2.1', mode: 'bulk', shapes: SDS2 }) ?? asMapped(tables, mappings);
  if (tables.some(({ keys }) => keys.includes('sourcedid') || keys.includes('usersourcedid'))) return asOneRoster(tables, null);
  return (
    asNamed(tables, { format: 'sds', version: '1', mode: 'bulk', shapes: SDS, signs: SDS_SIGNS }) ??
    asNamed(tables, { format: 'canvas', version: '', mode: 'delta', shapes: CANVAS, signs: CANVAS_SIGNS }) ??
    asNamed(tables, { format: 'clever', version: '', mode: 'bulk', shapes: CLEVER }) ??
    asPowerSchool(tables) ??
    asMapped(tables, mappings)
  );
}

/** Files with the ids of OneRoster and without its manifest, in which classes are of orgs or a column is of School Data Sync alone. */
const isSds2 = (tables: readonly Table[]): boolean =>
  tables.some(
    ({ name, keys }) =>
      (name === 'classes' && keys.includes('orgsourcedid') && !keys.includes('schoolsourcedid')) || SDS2_SIGNS.some((sign) => keys.includes(sign)),
  );

/** Where the parts of a row stand; null where one is missing without which a row says nothing. */
function columnsOf(table: Table, shape: Shape): Map<string, number> | null {
  const columns = new Map<string, number>();
  for (const [field, names] of Object.entries(shape.fields)) {
    const at = names.map((name) => table.keys.indexOf(name)).find((place) => place >= 0);
    if (at !== undefined) columns.set(field, at);
  }
  return shape.needs.every((field) => columns.has(field)) ? columns : null;
}

function requireColumns(table: Table, shape: Shape): Map<string, number> {
  const columns = columnsOf(table, shape);
  if (columns) return columns;
  const missing = shape.needs.filter((field) => !shape.fields[field]?.some((name) => table.keys.includes(name)));
  throw new RosterProblem('columns', { file: table.file, missing: missing.map((field) => shape.fields[field]?.[0] ?? field).join(', ') });
}

interface Manifest {
  version: string;
  origin: string;
  /** By the key of the table's name. */
  modes: ReadonlyMap<string, string>;
}

async function readManifest(table: Table): Promise<Manifest> {
  const modes = new Map<string, string>();
  const said = new Map<string, string>();
  for await (const { cells } of table.rows()) {
    const [name = '', value = ''] = cells.map((cell) => cell.trim());
    said.set(name, value);
    const file = /^file\.(\w+)$/.exec(name)?.[1];
    if (file !== undefined) modes.set(file, value.toLowerCase());
  }
  const origin = said.get('source.systemName') === OWN_SYSTEM ? (said.get('source.systemCode') ?? '') : '';
  return { version: said.get('oneroster.version') ?? '', origin, modes };
}

/** @throws RosterProblem where the manifest promises a table that is not there */
function asOneRoster(tables: readonly Table[], manifest: Manifest | null): Recognised {
  const remarks = remarksOn(tables);
  const promised = [...(manifest?.modes ?? [])].filter(([, mode]) => mode === 'bulk' || mode === 'delta');
  const missing = promised.filter(([file]) => !tables.some(({ name }) => name === toKey(file))).map(([file]) => `${file}.csv`);
  if (missing.length > 0) throw new RosterProblem('missing', { names: missing.join(', '), count: missing.length });
  const modeOf = (name: string): string => [...(manifest?.modes ?? [])].find(([file]) => toKey(file) === name)?.[1] ?? (manifest ? 'absent' : 'delta');
  const shaped: ShapedTable[] = [];
  for (const table of tables) {
    const shape = ONEROSTER[table.name];
    const mode = modeOf(table.name);
    if (table.name === 'demographics') remarks.push({ code: 'demographics', params: { file: table.file } });
    else if (!shape) remarks.push({ code: 'passedOver', params: { file: table.file } });
    else if (mode === 'absent') remarks.push({ code: 'absent', params: { file: table.file } });
    else shaped.push({ table, shape, columns: requireColumns(table, shape), mode: mode === 'bulk' ? 'bulk' : 'delta' });
  }
  if (shaped.length === 0) throw new RosterProblem('nothing');
  if (!manifest) remarks.push({ code: 'noManifest', params: {} });
  return { format: 'oneroster', version: manifest?.version ?? '', origin: manifest?.origin ?? '', tables: shaped, remarks, unknown: [] };
}

interface NamedSystem {
  format: Head['format'];
  version: string;
  /** Whether its files have everybody. */
  mode: Mode;
  shapes: Readonly<Record<string, Shape>>;
  /** Columns that only this system calls so, where names and needed columns do not tell enough. */
  signs?: readonly string[];
}

/** Null unless one of the tables has the name and the columns of a table of the system. */
function asNamed(tables: readonly Table[], { format, version, mode, shapes, signs }: NamedSystem): Recognised | null {
  const shaped = tables.flatMap((table) => {
    const shape = shapes[table.name];
    const columns = shape && columnsOf(table, shape);
    return shape && columns ? [{ table, shape, columns, mode }] : [];
  });
  if (shaped.length === 0 || (signs && !shaped.some(({ table }) => signs.some((sign) => table.keys.includes(sign))))) return null;
  const others = tables.filter((table) => !shaped.some((one) => one.table === table));
  const remarks = [...remarksOn(tables), ...others.map(({ file }) => ({ code: 'passedOver', params: { file } }))];
  return { format, version, origin: '', tables: shaped, remarks, unknown: [] };
}

const SDS_SIGNS = ['sisid', 'schoolsisid', 'sectionsisid', 'schooldfenumber', 'dfenumber', 'sectionid'];
const CANVAS_SIGNS = ['userid', 'courseid', 'sectionid'];

/** Its titles may have the name of their table before a point, and its files *export* or a number behind theirs. */
function asPowerSchool(tables: readonly Table[]): Recognised | null {
  const plain = tables.map((table): Table => {
    const name = table.name.replace(/\d+/g, '').replace(/export$/, '');
    return { ...table, name: POWERSCHOOL_NAMES[name] ?? name, keys: table.titles.map((title) => toKey(title.replace(/^\w+\./, ''))) };
  });
  const places = plain.filter(({ name }) => name === 'enrollments' || name === 'sections');
  const byNumber = places.every(({ name, keys }) => keys.includes(name === 'enrollments' ? 'studentnumber' : 'teachernumber'));
  return asNamed(plain, { format: 'powerschool', version: '', mode: 'delta', shapes: powerSchoolShapes({ byNumber }), signs: POWERSCHOOL_SIGNS });
}

async function asMapped(tables: readonly Table[], mappings: Mappings): Promise<Recognised> {
  const shaped: ShapedTable[] = [];
  const unknown: UnknownTable[] = [];
  const remarks = remarksOn(tables);
  for (const table of tables) {
    const signature = signatureOf(table);
    const mapping = mappings[signature];
    const shape = mapping && mapping.kind !== 'ignore' ? toShape(table, mapping) : null;
    if (mapping?.kind === 'ignore') remarks.push({ code: 'passedOver', params: { file: table.file } });
    else if (shape) shaped.push({ table, ...shape, mode: 'delta' });
    else unknown.push({ file: table.file, signature, columns: await samplesOf(table), guess: guessMapping(table) });
  }
  if (unknown.length === 0 && shaped.length === 0) throw new RosterProblem('nothing');
  return { format: 'mapped', version: '', origin: '', tables: shaped, remarks, unknown };
}

/** What a table is known by when it comes again: its name without numbers, and its titles. */
const signatureOf = ({ name, keys }: Table): string =>
  createHash('sha256')
    .update(JSON.stringify([name.replace(/\p{N}/gu, ''), keys]))
    .digest('hex')
    .slice(0, 32);

/** Null: a column is missing without which a row says nothing, so that it is asked for anew. */
function toShape(table: Table, { kind, role, columns }: TableMapping): { shape: Shape; columns: Map<string, number> } | null {
  const known = MAPPABLE[kind as keyof typeof MAPPABLE];
  const titles = table.titles.map(shownTitle);
  const fields = known.fields.filter((field) => columns[field] !== undefined && titles.includes(columns[field]));
  if (!known.needs.every((field) => (fields as readonly string[]).includes(field))) return null;
  return {
    shape: { kind: kind as Shape['kind'], needs: known.needs, fields: {}, ...(role ? { role } : {}) },
    columns: new Map(fields.map((field) => [field, titles.indexOf(columns[field] as string)])),
  };
}

const SAMPLE_CHARACTERS = 60;
/** A title as somebody is shown it who says what it means. */
const shownTitle = (title: string): string => title.slice(0, 100);

/** The columns, each with the first thing that stands in it; nothing of what is not to be seen. */
async function samplesOf(table: Table): Promise<UnknownTable['columns']> {
  const samples = table.titles.map(() => '');
  let rows = 0;
  for await (const { cells } of table.rows()) {
    for (const [at, cell] of cells.entries()) if (samples[at] === '') samples[at] = cell.trim().slice(0, SAMPLE_CHARACTERS);
    rows += 1;
    if (rows >= 20 || samples.every((sample) => sample !== '')) break;
  }
  return table.titles.flatMap((title, at) => (isSecret(table.keys[at] ?? '') ? [] : [{ title: shownTitle(title), sample: samples[at] ?? '' }]));
}

const SECRET = /password|passwort|passwd|kennwort|contrasena|contraseña|motdepasse|senha|^pwd$|^pin$/;
const isSecret = (key: string): boolean => SECRET.test(key);
const CONTACT = /^(?:sms|phone|mobile|agentsourcedids?|guardian.*|parent(?:email|phone)?)$/;
const BIRTH = /birth|^sex$|gender|ethnic|^race/;

/** What no table is read for. */
function remarksOn(tables: readonly Table[]): Head['remarks'] {
  const remarks: Head['remarks'] = [];
  const files = (test: (key: string) => boolean): string =>
    tables
      .filter(({ keys }) => keys.some(test))
      .map(({ file }) => file)
      .join(', ');
  const add = (code: string, names: string): void => {
    if (names !== '') remarks.push({ code, params: { file: names } });
  };
  add('passwords', files(isSecret));
  add(
    'contacts',
    files((key) => CONTACT.test(key)),
  );
  add(
    'births',
    files((key) => BIRTH.test(key)),
  );
  add(
    'guessed',
    tables
      .filter(({ isGuessed }) => isGuessed)
      .map(({ file }) => file)
      .join(', '),
  );
  return remarks;
}
