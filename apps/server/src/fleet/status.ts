import { askReady } from '../status/ask-ready.ts';
import { listRunningStarts } from '../startup/running-starts.ts';
import { hasRecord } from '../upgrade/record.ts';
import type { Ready } from './shared.ts';
import { toPlace } from './table.ts';

/** A district as one line, and if it runs and serves. */
export interface DistrictStatus {
  isWell: boolean;
  line: string;
}

/** Looks at a district on this machine. Changes nothing. A district whose processes another user started is seen by its port alone. */
export async function findStatus({ name, host, port, database, folder, config }: Ready): Promise<DistrictStatus> {
  const address = `http://${['0.0.0.0', '::'].includes(config.host) ? '127.0.0.1' : config.host}:${port}`;
  const starts = listRunningStarts(config);
  const ready = await askReady(address);
  const versions = [...new Set(starts.map(({ version }) => version))].join(' and ');
  const isSilent = ready === 'no, it does not answer';
  const runs = starts.length > 0 ? `runs ${versions}` : isSilent ? 'does not run' : 'answers, in a container or of another user';
  const units = [...new Set(starts.flatMap(({ unit }) => unit ?? []))];
  const facts = [
    runs,
    ...(starts.length === 0 && isSilent ? [] : [`ready: ${ready}`]),
    ...(units.length === 0 ? [] : [`kept by ${units.join(' and ')}`]),
    ...(hasRecord(folder) ? ['an upgrade is under way, or was interrupted'] : []),
    `https://${host}, here ${address}`,
    `database ${database === null ? 'embedded' : toPlace(database)}`,
    folder,
  ];
  return { isWell: ready === 'yes', line: `${name}: ${facts.join('; ')}` };
}
