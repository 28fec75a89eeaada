import { readFileSync, statSync } from 'node:fs';
import { isLoopback } from '../platform/network.ts';
import { parseDatabaseUrl, SettingProblem } from '../platform/settings/parsers.ts';
import { StartRefusal } from '../platform/start-refusal.ts';

/** One installation of a fleet: a row of its table. */
export interface District {
  /** The line of the table, from 1. */
  line: number;
  /** Names its files, its unit and its compose project. */
  name: string;
  host: string;
  port: number;
  jobsPort: number | null;
  /** The address of its database. Null: the embedded database in its data folder. */
  database: string | null;
  /** The file that holds that address, or null where the table does. */
  databaseFile: string | null;
  folder: string;
}

const COLUMNS = ['name', 'host', 'port', 'jobs_port', 'database', 'database_file', 'folder'] as const;
type Column = (typeof COLUMNS)[number];
const REQUIRED: readonly Column[] = ['name', 'host', 'port', 'folder'];
const READABLE_BY_OTHERS = 0o004;
const MAX_PROBLEMS = 20;

interface Row {
  line: number;
  cells: Readonly<Partial<Record<Column, string>>>;
}

/** Notes a problem of a cell. */
type Note = (line: number, column: Column, problem: string) => void;

/**
 * Reads the table of a fleet: a header and a line for each district, with tabs between the columns. Empty lines and lines that
 * begin with # are left out. @throws StartRefusal that names each problem by line and column, with the remedy
 */
export function readTable(path: string): District[] {
  const problems: string[] = [];
  const note: Note = (line, column, problem) => void problems.push(`line ${line}, column ${column}: ${problem}`);
  const rows = splitRows(readText(path), problems);
  const districts = problems.length > 0 ? [] : rows.map((row) => toDistrict(row, note));
  if (problems.length === 0 && districts.length === 0) problems.push('it names no district; write a line for each one under the header');
  noteSame(districts, note);
  if (districts.some(({ database, databaseFile }) => database !== null && databaseFile === null && URL.parse(database)?.password !== ''))
    problems.push(...findOpenFile(path, 'it holds passwords'));
  if (problems.length > 0) throw new StartRefusal(`The table ${path} needs a change:\n${list(problems)}`);
  return districts;
}

function list(problems: readonly string[]): string {
  const more = problems.length - MAX_PROBLEMS;
  return [...problems.slice(0, MAX_PROBLEMS), ...(more > 0 ? [`and ${more} more`] : [])].map((problem) => `- ${problem}`).join('\n');
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8').replace(/^\uFEFF/, '');
  } catch (error) {
    throw new StartRefusal(
      `The table ${path} cannot be read (${(error as NodeJS.ErrnoException).code}). Name it: --table FILE. Its first line is: ${COLUMNS.join(' ')}, with tabs between.`,
    );
  }
}

/** Returns a sentence about a file that everybody on the machine may read, or none. */
export function findOpenFile(path: string, why: string): string[] {
  return (statSync(path).mode & READABLE_BY_OTHERS) === 0 ? [] : [`everybody on this machine can read ${path}, and ${why}; run: chmod 600 ${path}`];
}

function splitRows(text: string, problems: string[]): Row[] {
  const lines = text
    .split(/\r?\n/)
    .map((content, index) => ({ line: index + 1, content }))
    .filter(({ content }) => content.trim() !== '' && !content.startsWith('#'));
  const [header, ...rest] = lines;
  if (!header) return [];
  const names = header.content.split('\t').map((name) => name.trim());
  for (const [index, name] of names.entries()) {
    if (!COLUMNS.some((column) => column === name))
      problems.push(`line ${header.line}, column ${index + 1}: “${name}” is not a column; the columns are ${COLUMNS.join(', ')}, with tabs between`);
    else if (names.indexOf(name) !== index) problems.push(`line ${header.line}, column ${index + 1}: “${name}” is there twice; remove one`);
  }
  for (const column of REQUIRED) if (!names.includes(column)) problems.push(`line ${header.line}: the column ${column} is missing; add it`);
  return rest.map(({ line, content }) => {
    const cells = content.split('\t').map((cell) => cell.trim());
    if (cells.length > names.length)
      problems.push(`line ${line}: it has ${cells.length} values, but the header names ${names.length} columns; remove a tab or add a column`);
    return { line, cells: Object.fromEntries(names.map((name, index) => [name, cells[index] ?? ''])) };
  });
}

function toDistrict({ line, cells }: Row, noteCell: Note): District {
  const note = (column: Column, problem: string): void => noteCell(line, column, problem);
  const read = (column: Column, pattern: RegExp, remedy: string): string => {
    const text = cells[column] ?? '';
    if (text === '' && REQUIRED.includes(column)) note(column, `it is empty; ${remedy}`);
    else if (text !== '' && !pattern.test(text)) note(column, `“${text}” cannot be used; ${remedy}`);
    return text;
  };
  const readPort = (column: Column): number => {
    const text = read(column, /^\d{1,5}$/, 'write a port from 1 to 65535');
    if (/^\d{1,5}$/.test(text) && (Number(text) < 1 || Number(text) > 65_535)) note(column, `“${text}” cannot be used; write a port from 1 to 65535`);
    return Number(text);
  };
  const host = read(
    'host',
    /^(?=.{1,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])?$/,
    'write a host name in small letters, like north.example',
  );
  const name = read('name', /^[a-z0-9](?:[a-z0-9-]{0,38}[a-z0-9])?$/, 'write up to 40 small letters, digits and hyphens, like north');
  const folder = read('folder', /^(?:\/(?!\.{1,2}(?:\/|$))[A-Za-z0-9._-]+)+$/, 'write a whole path of letters, digits, dots and hyphens, like /srv/north');
  const databaseFile = read('database_file', /^\//, 'write a whole path, like /etc/classwright/north.database') || null;
  if (databaseFile !== null && cells.database) note('database_file', 'the column database has a value too; empty one of them');
  return {
    line,
    name,
    host,
    port: readPort('port'),
    jobsPort: cells.jobs_port ? readPort('jobs_port') : null,
    database: databaseFile === null ? checkDatabase('database', cells.database || null, note) : readDatabase(databaseFile, note),
    databaseFile,
    folder,
  };
}

function readDatabase(file: string, note: (column: Column, problem: string) => void): string | null {
  try {
    for (const problem of findOpenFile(file, 'it holds a password')) note('database_file', problem);
    return checkDatabase('database_file', readFileSync(file, 'utf8').trim(), note);
  } catch (error) {
    note('database_file', `${file} cannot be read (${(error as NodeJS.ErrnoException).code}); write the address of the database into it`);
    return null;
  }
}

/** The address itself may hold a password, so a problem does not repeat it. */
function checkDatabase(column: Column, text: string | null, note: (column: Column, problem: string) => void): string | null {
  if (text === null) return null;
  try {
    if (/['"`\\\s]/.test(text)) throw new SettingProblem('must have quotes, backslashes and blanks of a password percent-encoded');
    return parseDatabaseUrl(text);
  } catch (error) {
    if (!(error instanceof SettingProblem)) throw error;
    note(column, `it ${error.message}`);
    return null;
  }
}

/** Notes names, hosts, ports, databases and folders that two districts have. */
function noteSame(districts: readonly District[], note: Note): void {
  const seen = new Map<string, { line: number; name: string }>();
  const check = (column: Column, kind: string, value: string, { line, name }: District, remedy: string): void => {
    const first = seen.get(`${kind} ${value}`);
    if (!first) seen.set(`${kind} ${value}`, { line, name });
    else note(line, column, `${first.name} in line ${first.line} has ${value} as well; ${remedy}`);
  };
  for (const district of districts) {
    const { name, host, port, jobsPort, database, databaseFile, folder } = district;
    check('name', 'name', name, district, 'give each district a name of its own');
    check('host', 'host', host, district, 'give each district a host of its own');
    check('port', 'port', String(port), district, 'give each process a port of its own');
    if (jobsPort !== null) check('jobs_port', 'port', String(jobsPort), district, 'give each process a port of its own');
    if (database !== null)
      check(databaseFile === null ? 'database' : 'database_file', 'database', toPlace(database), district, 'give each district a database of its own');
    check('folder', 'folder', folder, district, 'give each district a data folder of its own');
    for (const other of districts)
      if (folder.startsWith(`${other.folder}/`) && other.folder !== '') note(district.line, 'folder', `it is within the folder of ${other.name}; move it out`);
  }
}

/** Returns where a database is, without the person who signs in: what must differ between districts. */
export function toPlace(address: string): string {
  const url = new URL(address);
  const host = url.searchParams.get('host') ?? url.hostname.replace(/^\[|\]$/g, '').toLowerCase();
  return `${decodeURIComponent(url.pathname.slice(1))} on ${host === '' || isLoopback(host) ? 'this machine' : host}, port ${url.searchParams.get('port') ?? (url.port || '5432')}`;
}
