import { isAbsolute } from 'node:path';
import { StartRefusal } from '../platform/start-refusal.ts';
import { COMMANDS } from './run.ts';

/** The options of the command, as `parseArgs` of Node reads them. */
export const OPTIONS = {
  table: { type: 'string' },
  shared: { type: 'string' },
  only: { type: 'string' },
  to: { type: 'string' },
  old: { type: 'string' },
  plan: { type: 'boolean' },
  limit: { type: 'string' },
} as const;

/** @throws StartRefusal for a command that there is not, and for options or arguments that do not belong to it */
export function requireFitting(act: string, named: readonly string[], options: Readonly<Record<string, string | boolean | undefined>>): void {
  if (!['list', 'status', 'write', 'upgrade', 'each'].includes(act)) throw new StartRefusal(`It does not know “${act}”. Write status, write, upgrade or each.`);
  const isGiven = (name: keyof typeof OPTIONS): boolean => options[name] !== undefined;
  if (act !== 'each' && named.length > 0) throw new StartRefusal(`${act} takes no “${named[0]}”. Choose districts with --only NAME,NAME.`);
  if (act !== 'upgrade' && (isGiven('old') || isGiven('plan') || isGiven('limit'))) throw new StartRefusal('--old, --plan and --limit belong to upgrade.');
  if ((act === 'write') !== isGiven('to')) throw new StartRefusal(act === 'write' ? 'Name the folder for the files: --to FOLDER.' : '--to belongs to write.');
  if (act === 'each') requireCommand(named);
}

function requireCommand([command = '', ...args]: readonly string[]): void {
  if (!COMMANDS.has(command))
    throw new StartRefusal(
      `${command === '' ? 'Name a command' : `“${command}” is not run for each district`}. Write one of ${[...COMMANDS.keys()].join(', ')}.`,
    );
  if (command !== 'backup' && command !== 'verify') return;
  const isOfOne = args.every((folder) => folder.includes('{name}') && isAbsolute(folder));
  if (!isOfOne || (command === 'backup' && args.length !== 1))
    throw new StartRefusal(
      `Name a whole path with {name} in it, so that each district has a folder of its own: npm run fleet -- each ${command} /srv/backups/{name}.`,
    );
}
