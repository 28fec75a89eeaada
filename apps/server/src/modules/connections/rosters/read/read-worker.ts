// A worker thread that reads rosters; see open-roster.ts.
import { serveWork } from '../../../../platform/workers/index.ts';
import type { SentFile } from './open-parts.ts';
import { readRoster } from './read-roster.ts';
import type { Mappings, ReadOptions } from './recognise.ts';

serveWork(({ files, mappings, options }: { files: SentFile[]; mappings: Mappings; options: ReadOptions }) => {
  let rows = 0;
  const batches = readRoster(files, mappings, options, () => {
    rows += 1;
  });
  return { batches, reply: () => rows };
});
