import { RosterBuilder } from './build-roster.ts';
import { openParts, type SentFile } from './open-parts.ts';
import { type Mappings, recognise } from './recognise.ts';
import type { RosterBatch } from './roster.ts';

/**
 * Reads the files of a roster: what system they are of is told by what they hold. First what they are, then schools,
 * sessions, people, classes, who is in which class, and what is not taken. Files of which nobody has said what their
 * columns mean are told alone. `onRow` hears of each row. @throws RosterProblem for what cannot be read as a whole
 */
export async function* readRoster(files: readonly SentFile[], mappings: Mappings, onRow: () => void = () => undefined): AsyncGenerator<RosterBatch> {
  const { parts, passedOver } = await openParts(files);
  const { format, version, origin, tables, remarks, unknown } = await recognise(parts, mappings);
  if (unknown.length > 0) return yield { kind: 'unknown', tables: unknown };
  const aside = passedOver.map((file) => ({ code: 'passedOver', params: { file } }));
  const builder = new RosterBuilder(tables, { format, version, origin, remarks: [...remarks, ...aside] });
  await builder.read(onRow);
  yield* builder.batches();
}
