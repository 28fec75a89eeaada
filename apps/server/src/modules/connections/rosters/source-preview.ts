import type { Db, Tx } from '../../../platform/database/index.ts';
import type { Person } from '../../../platform/http/index.ts';
import type { Jobs } from '../../../platform/jobs/index.ts';
import { EVERYWHERE } from '../../../platform/reach.ts';
import { ReadAgain } from '../../class/ends/index.ts';
import { beginRosterApply } from './apply/begin-apply.ts';
import { inOneTry } from './preview/in-one-try.ts';
import { previewRoster } from './preview/preview-roster.ts';
import { watchReading } from './preview/watch-reading.ts';
import { cancelPreviewsOf, computeRowsToDo, countConflicts, insertRosterImport, listEnds, lockRosterImport } from './queries.ts';
import { openRoster } from './read/open-roster.ts';
import type { SentFile } from './read/open-parts.ts';
import { RosterProblem } from './read/roster-problem.ts';

interface SourcePreview {
  /** Tables as files of OneRoster have them, on this machine's disk. */
  files: readonly SentFile[];
  /** With the reach of the one school that the source feeds. */
  person: Person;
  schoolId: number;
  sourceId: number;
  name: string;
  /** The places that the first reading ended, by class and person; null: this is the first. */
  missed: readonly string[] | null;
  installationId: string;
  /** Asked again and again: whether nobody has stopped it. */
  isWanted: () => Promise<boolean>;
  /** Waited for before each batch. */
  standBack: () => Promise<void>;
}

/** What a preview of a source would do, in short. */
export interface SourcePreviewed {
  importId: number;
  /** Rows that would change something. */
  rows: number;
  /** Rows that somebody has to look at: with an error, or of a class that both sides changed. */
  faults: number;
  /** Somebody has to say so first: so many places would end, or a class may be one that is here. */
  asks: boolean;
}

/**
 * Compares what was read of a source with what is here, as an uploaded file is; earlier previews of the source that nobody
 * had done end. `after` runs in the transaction of the preview.
 * @throws RosterProblem, NotWantedError where somebody has stopped it, ReadAgain where the first reading ends anything
 */
export async function previewSource(db: Db, preview: SourcePreview, after: (tx: Tx, previewed: SourcePreviewed) => Promise<void>): Promise<void> {
  const { files, person, schoolId, sourceId, name, installationId, missed, isWanted, standBack } = preview;
  const roster = await openRoster(files, {});
  const reading = watchReading(isWanted);
  try {
    const first = await Promise.race([roster.batches.next(), reading.stopped]);
    if (first.done || first.value.kind !== 'head') throw new RosterProblem('nothing');
    const { head } = first.value;
    await inOneTry(db, async (tx) => {
      const importId = await insertRosterImport(tx, { accountId: person.accountId, schoolId, fileName: name, files: [], options: {}, sourceId });
      await previewRoster(tx, head, roster.batches, {
        person,
        importId,
        schoolId,
        missing: 'file',
        sourceId,
        installationId,
        onlyEnds: missed && new Set(missed),
        onCompared: reading.compare,
        standBack,
      });
      // a list that ends anything is read again before it is believed
      const ends = missed === null ? await listEnds(tx, importId) : [];
      if (ends.length > 0) throw new ReadAgain({ member: ends });
      await cancelPreviewsOf(tx, sourceId, importId);
      const row = await lockRosterImport(tx, importId, EVERYWHERE);
      const counts = row?.counts ?? ({} as NonNullable<typeof row>['counts']);
      await after(tx, {
        importId,
        rows: computeRowsToDo(counts, { withWaiting: true }),
        faults: Object.values(counts).reduce((sum, { error }) => sum + error, 0) + (await countConflicts(tx, importId)),
        asks: (row?.many_ends.length ?? 0) > 0 || (row?.meetings?.undecided ?? 0) > 0,
      });
    });
  } finally {
    reading.end();
    await roster.end();
  }
}

/** Has what a preview of a source showed done, without its errors. @throws as doing any roster does */
export async function applySource(tx: Tx, jobs: Jobs, { importId, person, createAccounts, requestId }: SourceApply): Promise<void> {
  const row = await lockRosterImport(tx, importId, person.reach);
  if (!row) return;
  const input = { mode: 'partial', create_accounts: createAccounts, confirm_many_ends: false } as const;
  await beginRosterApply(tx, jobs, { actor: person, row, input, requestId });
}

interface SourceApply {
  importId: number;
  person: Person;
  createAccounts: boolean;
  requestId: string;
}
