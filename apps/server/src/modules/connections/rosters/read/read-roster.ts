import { RosterBuilder } from './build-roster.ts';
import { openParts, type SentFile } from './open-parts.ts';
import { type Mappings, type ReadOptions, recognise } from './recognise.ts';
import type { RosterBatch } from './roster.ts';

/**
 * Reads the files of a roster; the system is recognized from their content. Yields first the format, then schools,
 * sessions, people, classes, memberships, and everything that is not accepted. Files with unmapped columns are only
 * listed. `onRow` is called for each row. @throws RosterProblem if the roster cannot be read as a whole
 */
export async function* readRoster(
  files: readonly SentFile[],
  mappings: Mappings,
  options: ReadOptions,
  onRow: () => void = () => undefined,
): AsyncGenerator<RosterBatch> {
  const { parts, passedOver } = await openParts(files);
  const { format, version, origin, tables, remarks, unknown } = await recognise(parts, mappings, options);
  if (unknown.length > 0) return yield { kind: 'unknown', tables: unknown };
  const aside = passedOver.map((file) => ({ code: 'passedOver', params: { file } }));
  const builder = new RosterBuilder(tables, { format, version, origin, remarks: [...remarks, ...aside] }, options);
  await builder.read(onRow);
  yield* builder.batches();
}
