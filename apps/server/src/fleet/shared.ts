import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { type Config, readConfig } from '../platform/config.ts';
import { secrets, settingNames } from '../platform/settings/read.ts';
import { StartRefusal } from '../platform/start-refusal.ts';
import { type District, findOpenFile } from './table.ts';

/** Settings by name. */
export type Settings = Readonly<Record<string, string>>;

/** A district with all its settings, which the product would accept. */
export interface Ready extends District {
  settings: Settings;
  config: Config;
}

/** Settings that the table has for each district, each with what to do in place of naming it. */
const OF_THE_TABLE = new Map([
  ['PORT', 'the column port'],
  ['JOBS_PORT', 'the column jobs_port'],
  ['PUBLIC_URL', 'the column host'],
  ['DATA_DIR', 'the column folder'],
  ['DATABASE_URL', 'the column database'],
  ['DATABASE_URL_FILE', 'the column database_file'],
]);
/** Places that two installations would spoil for each other. */
const OF_ONE = ['BACKUP_DIR', 'ARCHIVE_TO', 'S3_BUCKET', 'DATABASE_DIRECT_URL', 'DATABASE_DIRECT_URL_FILE'];
const DEFAULTS: Settings = { NODE_ENV: 'production', HOST: '127.0.0.1', TRUSTED_PROXIES: '127.0.0.1,::1' };

/**
 * Reads the settings that all districts have: lines `NAME=value`, in which {name} and {host} are those of the district. Without a
 * file there are none. @throws StartRefusal that names each problem by line, with the remedy
 */
export function readShared(path: string | null): Settings {
  if (path === null) return {};
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    throw new StartRefusal(
      `The settings ${path} cannot be read (${(error as NodeJS.ErrnoException).code}). Name the file of the shared settings: --shared FILE.`,
    );
  }
  const shared = Object.fromEntries(Object.entries(parseEnv(text)).filter((entry): entry is [string, string] => entry[1] !== undefined));
  const problems = Object.entries(shared).flatMap(([name, value]) => {
    const line = text.split('\n').findIndex((one) => new RegExp(`^\\s*(?:export\\s+)?${name}\\s*=`).test(one)) + 1;
    return findProblem(name, value).map((problem) => `line ${line}: ${problem}`);
  });
  if (Object.keys(shared).some((name) => secrets.includes(name))) problems.push(...findOpenFile(path, 'it holds secrets'));
  if (problems.length > 0) throw new StartRefusal(`The shared settings ${path} need a change:\n${problems.map((problem) => `- ${problem}`).join('\n')}`);
  return shared;
}

function findProblem(name: string, value: string): string[] {
  const column = OF_THE_TABLE.get(name);
  if (column !== undefined) return [`${name} differs between districts; remove it and use ${column} of the table`];
  if (!settingNames.has(name)) return [`${name} is not a setting; docs/operations.md lists them`];
  if (OF_ONE.includes(name) && !value.includes('{name}')) return [`${name} must differ between districts; write {name} where the name of the district belongs`];
  if (value.includes("'")) return [`${name} has an apostrophe, which the files of settings cannot hold; percent-encode it or choose another value`];
  return [];
}

/** Completes districts with their settings. @throws StartRefusal for settings that the product would refuse at its start */
export function complete(districts: readonly District[], shared: Settings): Ready[] {
  const problems: string[] = [];
  const ready = districts.flatMap((district): Ready[] => {
    const settings = settingsOf(district, shared);
    try {
      return [{ ...district, settings, config: readConfig(settings) }];
    } catch (error) {
      if (!(error instanceof StartRefusal)) throw error;
      problems.push(`${district.name} (line ${district.line}): ${error.message}`);
      return [];
    }
  });
  if (problems.length > 0)
    throw new StartRefusal(`With the table and the shared settings these would not start:\n${problems.map((one) => `- ${one}`).join('\n')}`);
  return ready;
}

function settingsOf({ name, host, port, jobsPort, database, databaseFile, folder }: District, shared: Settings): Settings {
  const own = Object.entries(shared).map(([key, value]) => [key, value.replaceAll('{name}', name).replaceAll('{host}', host)]);
  return {
    ...DEFAULTS,
    ...(Object.fromEntries(own) as Settings),
    PUBLIC_URL: `https://${host}`,
    PORT: String(port),
    ...(jobsPort === null ? {} : { JOBS_PORT: String(jobsPort) }),
    DATA_DIR: folder,
    ...(databaseFile !== null ? { DATABASE_URL_FILE: databaseFile } : database !== null ? { DATABASE_URL: database } : {}),
  };
}

/** Chooses the districts that `--only` names, with commas between, or all. @throws StartRefusal for a name that the table does not have */
export function choose<T extends District>(districts: readonly T[], only: string | null): T[] {
  if (only === null) return [...districts];
  const names = only.split(',').map((name) => name.trim());
  const unknown = names.filter((name) => !districts.some((district) => district.name === name));
  if (unknown.length > 0)
    throw new StartRefusal(
      `The table has no district “${unknown.join('”, “')}”. It has ${districts.map(({ name }) => name).join(', ')}, with commas between for --only.`,
    );
  return districts.filter(({ name }) => names.includes(name));
}
