// `npm run fleet`: shows, writes, upgrades and runs commands for many installations on one machine, from a table of districts.
import { resolve } from 'node:path';
import { runMaintenance } from './backup/run-maintenance.ts';
import {
  choose,
  COMMANDS,
  complete,
  describeOutcome,
  findStatus,
  OPTIONS,
  readShared,
  readTable,
  requireFitting,
  runForEach,
  writeFiles,
} from './fleet/index.ts';

const COMMAND = 'npm run fleet --';
const NOT_WELL = 3;
/** The options that `upgrade` hands on. */
const OF_UPGRADE = ['old', 'limit'] as const;

await runMaintenance({
  inVain: 'Nothing was done.',
  help: [
    `${COMMAND} [status] [--table FILE] [--shared FILE] [--only NAME,NAME]: lists the districts of the table, fleet.tsv unless one is named, and whether they run; ends with 3 unless all are ready.`,
    `${COMMAND} write --to FOLDER: writes the settings, systemd units and compose project of each district, and the servers for nginx and Caddy.`,
    `${COMMAND} upgrade [--old FOLDER] [--plan] [--limit SECONDS]: upgrades one district after the other to this version, and stops with the first that fails.`,
    `${COMMAND} each COMMAND …: runs ${[...COMMANDS.keys()].join(', ')} for each district; {name} and {host} in what follows are those of the district. Options of that command come after --.`,
    'The table has tabs between its columns: name, host, port, jobs_port, database, database_file, folder. --shared names a file of settings NAME=value that all districts have.',
  ].join('\n'),
  options: OPTIONS,
  async work([act = 'status', ...named], options) {
    const read = (name: keyof typeof OPTIONS): string | null => (typeof options[name] === 'string' ? options[name] : null);
    requireFitting(act, named, options);
    const shared = readShared(read('shared'));
    const all = complete(readTable(resolve(read('table') ?? 'fleet.tsv')), shared);
    const chosen = choose(all, read('only'));
    switch (act) {
      case 'list':
      case 'status': {
        const found = await Promise.all(chosen.map(findStatus));
        for (const { line } of found) console.log(line);
        if (found.some(({ isWell }) => !isWell)) process.exitCode = NOT_WELL;
        return true;
      }
      case 'write': {
        const to = resolve(read('to') as string);
        const { written, unchanged, left } = writeFiles(to, all, chosen, shared.TRUSTED_PROXIES !== undefined);
        for (const path of written) console.log(`Written: ${to}/${path}`);
        if (unchanged.length > 0) console.log(`${unchanged.length} ${unchanged.length === 1 ? 'file was' : 'files were'} as they should be.`);
        for (const name of left)
          console.log(`Not in the table, and left as it is: ${to}/${name}. Stop that district and remove its files when it is not needed.`);
        return true;
      }
      case 'upgrade': {
        const args = [...OF_UPGRADE.flatMap((name) => (read(name) === null ? [] : [`--${name}`, read(name) as string])), ...(options.plan ? ['--plan'] : [])];
        const outcome = await runForEach(chosen, { program: 'upgrade', args, stopsAtFirst: !options.plan, say: console.log });
        console.log(`\n${describeOutcome(outcome, options.plan ? 'Looked at' : 'Done')}`);
        const isWhole = outcome.failed.length + outcome.notBegun.length === 0;
        if (!isWhole && !options.plan)
          console.log('The others are as they were. Remove the reason, and run the command again: it goes on, since those that are done have nothing to do.');
        return isWhole;
      }
      default: {
        const [command = '', ...args] = named;
        const outcome = await runForEach(chosen, { program: COMMANDS.get(command) as string, args, stopsAtFirst: false, say: console.log });
        console.log(`\n${describeOutcome(outcome, 'Done')}`);
        return outcome.failed.length + outcome.notBegun.length === 0;
      }
    }
  },
});
