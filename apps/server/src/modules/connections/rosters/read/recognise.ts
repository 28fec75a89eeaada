import { createHash } from 'node:crypto';
import { OWN_SYSTEM } from '@classwright/rules/sync/own-ids';
import { guessMapping } from './guess-mapping.ts';
import type { Part } from './open-parts.ts';
import { openTable, type Table, toKey } from './read-table.ts';
import type { Head, Mode, TableMapping, UnknownTable } from './roster.ts';
import { RosterProblem } from './roster-problem.ts';
import {
  CANVAS,
  CLEVER,
  MAPPABLE,
  ONEROSTER,
  POWERSCHOOL_NAMES,
  POWERSCHOOL_SIGNS,
  powerSchoolShapes,
  SDS,
  SDS_GUARDIANS,
  SDS2,
  SDS2_GUARDIANS,
  SDS2_SIGNS,
  type Shape,
} from './shapes.ts';

/** A table, with the meaning of its columns. */
export interface ShapedTable {
  table: Table;
  shape: Shape;
  /** The column number of each field. */
  columns: ReadonlyMap<string, number>;
  mode: Mode;
}

export interface Recognised {
  format: Head['format'];
  version: string;
  /** The origin, as in `Head`. */
  origin: string;
  tables: ShapedTable[];
  remarks: Head['remarks'];
  unknown: UnknownTable[];
}

export type Mappings = Readonly<Record<string, TableMapping>>;

/** The options of reading. */
export interface ReadOptions {
  /** True to read guardians, whose data is otherwise left out. */
  withGuardians: boolean;
}

/** Recognizes the system of the tables by their names and first rows. @throws RosterProblem */
export async function recognise(parts: readonly Part[], mappings: Mappings, { withGuardians }: ReadOptions): Promise<Recognised> {
  const manifest = parts.find(({ name }) => name.toLowerCase() === 'manifest.csv');
  const tables: Table[] = [];
  for (const part of parts) if (part !== manifest) tables.push(await openTable(part));
  if (manifest) return asOneRoster(tables, await readManifest(await openTable(manifest)), { withGuardians });
  const sds2 = { ...SDS2, ...(withGuardians ? SDS2_GUARDIANS : {}) };
  const sds = { ...SDS, ...(withGuardians ? SDS_GUARDIANS : {}) };
  if (isSds2(tables)) return asNamed(tables, { format: 'sds', version: '2.1', mode: 'bulk', shapes: sds2, withGuardians }) ?? asMapped(tables, mappings);
  if (tables.some(({ keys }) => keys.includes('sourcedid') || keys.includes('usersourcedid'))) return asOneRoster(tables, null, { withGuardians });
  return (
    asNamed(tables, { format: 'sds', version: '1', mode: 'bulk', shapes: sds, signs: SDS_SIGNS, withGuardians }) ??
    asNamed(tables, { format: 'canvas', version: '', mode: 'delta', shapes: CANVAS, signs: CANVAS_SIGNS }) ??
    asNamed(tables, { format: 'clever', version: '', mode: 'bulk', shapes: CLEVER }) ??
    asPowerSchool(tables) ??
    asMapped(tables, mappings)
  );
}

/**
 * Returns true for files with the ids of OneRoster and no manifest, in which classes belong to orgs or a column is
 * specific to School Data Sync.
 */
const isSds2 = (tables: readonly Table[]): boolean =>
  tables.some(
    ({ name, keys }) =>
      (name === 'classes' && keys.includes('orgsourcedid') && !keys.includes('schoolsourcedid')) || SDS2_SIGNS.some((sign) => keys.includes(sign)),
  );

/** Returns the column numbers of the fields; null if a required one is missing. */
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
  /** The modes by the key of the table's name. */
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

/** Recognizes OneRoster. @throws RosterProblem if a table listed in the manifest is missing */
function asOneRoster(tables: readonly Table[], manifest: Manifest | null, options: ReadOptions): Recognised {
  const remarks = remarksOn(tables, options);
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
  /** The mode of its files, complete or only changes. */
  mode: Mode;
  shapes: Readonly<Record<string, Shape>>;
  /** Column names that are specific to this system, for when names and required columns are not enough. */
  signs?: readonly string[];
  withGuardians?: boolean;
}

/** Recognizes a system by a table with its name and columns; null if there is none. */
function asNamed(tables: readonly Table[], { format, version, mode, shapes, signs, withGuardians = false }: NamedSystem): Recognised | null {
  const shaped = tables.flatMap((table) => {
    const shape = shapes[table.name];
    const columns = shape && columnsOf(table, shape);
    return shape && columns ? [{ table, shape, columns, mode }] : [];
  });
  if (shaped.length === 0 || (signs && !shaped.some(({ table }) => signs.some((sign) => table.keys.includes(sign))))) return null;
  const others = tables.filter((table) => !shaped.some((one) => one.table === table));
  const remarks = [...remarksOn(tables, { withGuardians }), ...others.map(({ file }) => ({ code: 'passedOver', params: { file } }))];
  return { format, version, origin: '', tables: shaped, remarks, unknown: [] };
}

const SDS_SIGNS = ['sisid', 'schoolsisid', 'sectionsisid', 'schooldfenumber', 'dfenumber', 'sectionid'];
const CANVAS_SIGNS = ['userid', 'courseid', 'sectionid'];

/**
 * Recognizes PowerSchool. Its titles may be prefixed with the name of their table and a point, and its file names
 * contain *export* or a number.
 */
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
  const remarks = remarksOn(tables, { withGuardians: false });
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

/** Returns the signature that identifies a table in later uploads: its name without numbers, and its titles. */
const signatureOf = ({ name, keys }: Table): string =>
  createHash('sha256')
    .update(JSON.stringify([name.replace(/\p{N}/gu, ''), keys]))
    .digest('hex')
    .slice(0, 32);

/** Applies a mapping; null if a required column is missing, so that the mapping is requested again. */
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
/** Returns a title as shown to the person who maps it. */
const shownTitle = (title: string): string => title.slice(0, 100);

/** Returns the columns, each with its first value, except for sensitive ones. */
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

/** Lists remarks about parts of the tables that are not read. */
function remarksOn(tables: readonly Table[], { withGuardians }: ReadOptions): Head['remarks'] {
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
    files((key) => CONTACT.test(key) && !(withGuardians && key === 'agentsourcedids')),
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
