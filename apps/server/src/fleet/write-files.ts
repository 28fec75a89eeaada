import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { StartRefusal } from '../platform/start-refusal.ts';
import type { Ready } from './shared.ts';
import { settingsInContainer, writeCaddy, writeCompose, writeDropIn, writeNginx, writeSettings, writeUnit } from './texts.ts';

interface File {
  path: string;
  text: string;
  /** True when only its owner may read it. */
  isSecret: boolean;
}

/** The result of writing, as paths within the folder. */
export interface Written {
  written: string[];
  unchanged: string[];
  /** Settings of districts that the table no longer has. */
  left: string[];
}

/**
 * Writes the files of districts into a folder: settings, units, compose projects, and the servers of all districts for the proxy. A file is
 * replaced as a whole, and only if it differs. @throws StartRefusal for a folder that cannot be written to
 */
export function writeFiles(folder: string, all: readonly Ready[], chosen: readonly Ready[], hasProxies: boolean): Written {
  const files = [...chosen.flatMap((district) => listFiles(folder, district, hasProxies)), ...listShared(all)];
  const result: Written = { written: [], unchanged: [], left: [] };
  try {
    for (const file of files) (writeFile(folder, file) ? result.written : result.unchanged).push(file.path);
  } catch (error) {
    throw new StartRefusal(
      `${folder} cannot be written to (${(error as NodeJS.ErrnoException).code}). Name another folder, or run it as its owner: --to FOLDER.`,
      {
        cause: error,
      },
    );
  }
  const known = new Set(all.map(({ name }) => `${name}.conf`));
  result.left = readdirSync(folder).filter((name) => name.endsWith('.conf') && !known.has(name));
  return result;
}

function listFiles(folder: string, district: Ready, hasProxies: boolean): File[] {
  const { name } = district;
  return [
    { path: `${name}.conf`, text: writeSettings(district.settings), isSecret: true },
    { path: `systemd/classwright@${name}.service.d/district.conf`, text: writeDropIn(district, join(folder, `${name}.conf`)), isSecret: false },
    { path: `compose/${name}/compose.yaml`, text: writeCompose(district), isSecret: false },
    { path: `compose/${name}/classwright.env`, text: writeSettings(settingsInContainer(district, hasProxies)), isSecret: true },
  ];
}

const listShared = (all: readonly Ready[]): File[] => [
  { path: 'systemd/classwright@.service', text: writeUnit(), isSecret: false },
  { path: 'proxy/nginx.conf', text: writeNginx(all), isSecret: false },
  { path: 'proxy/Caddyfile', text: writeCaddy(all), isSecret: false },
];

/** Returns false when the file is as it should be already. */
function writeFile(folder: string, { path, text, isSecret }: File): boolean {
  const file = join(folder, path);
  const mode = isSecret ? 0o600 : 0o644;
  if (existsSync(file) && (statSync(file).mode & 0o777) === mode && readFileSync(file, 'utf8') === text) return false;
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(`${file}.new`, text, { mode: 0o600, flush: true });
  chmodSync(`${file}.new`, mode);
  renameSync(`${file}.new`, file);
  return true;
}
