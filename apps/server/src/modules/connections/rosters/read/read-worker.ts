// A worker thread that reads rosters; see open-roster.ts.
import { serveWork } from '../../../../platform/workers/index.ts';
import type { SentFile } from './open-parts.ts';
import { readRoster } from './read-roster.ts';
import type { Mappings } from './recognise.ts';

serveWork(({ files, mappings }: { files: SentFile[]; mappings: Mappings }) => {
  let rows = 0;
  const batches = readRoster(files, mappings, () => {
    rows += 1;
  });
  return { batches, reply: () => rows };
});
