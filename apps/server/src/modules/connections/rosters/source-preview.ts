import type { MessageKey, Translate } from '@classwright/contract';
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
  /** The tables as OneRoster files, on this machine's disk. */
  files: readonly SentFile[];
  /** The person on whose behalf it runs, with the reach of the one school that the source feeds. */
  person: Person;
  schoolId: number;
  sourceId: number;
  name: string;
  /** The memberships that the first reading would have ended, by class and person; null during the first. */
  missed: readonly string[] | null;
  /** True where the source brings guardians. */
  withGuardians: boolean;
  t: Translate<MessageKey>;
  installationId: string;
  /** Returns true while nobody has stopped it; called repeatedly. */
  isWanted: () => Promise<boolean>;
  /** Awaited before each batch. */
  standBack: () => Promise<void>;
}

/** A summary of the effect of a source's preview. */
export interface SourcePreviewed {
  importId: number;
  /** The number of rows that would change something. */
  rows: number;
  /** The number of rows that need attention: with an error, or of a class that both sides changed. */
  faults: number;
  /** True when consent is needed first: too many memberships would end, or a class may already exist here. */
  asks: boolean;
}

/**
 * Compares the data read from a source with the data here, like an uploaded file; earlier unapplied previews of the
 * source are canceled. `after` runs in the transaction of the preview. @throws RosterProblem, NotWantedError if
 * somebody has stopped it, ReadAgain if the first reading would end anything
 */
export async function previewSource(db: Db, preview: SourcePreview, after: (tx: Tx, previewed: SourcePreviewed) => Promise<void>): Promise<void> {
  const { files, person, schoolId, sourceId, name, installationId, missed, withGuardians, t, isWanted, standBack } = preview;
  const roster = await openRoster(files, {}, { withGuardians });
  const reading = watchReading(isWanted);
  try {
    const first = await Promise.race([roster.batches.next(), reading.stopped]);
    if (first.done || first.value.kind !== 'head') throw new RosterProblem('nothing');
    const { head } = first.value;
    await inOneTry(db, async (tx) => {
      const importId = await insertRosterImport(tx, {
        accountId: person.accountId,
        schoolId,
        fileName: name,
        files: [],
        options: { bringGuardians: withGuardians },
        sourceId,
      });
      await previewRoster(tx, head, roster.batches, {
        person,
        t,
        importId,
        schoolId,
        missing: 'file',
        sourceId,
        options: { bringGuardians: withGuardians },
        installationId,
        onlyEnds: missed && new Set(missed),
        onCompared: reading.compare,
        standBack,
      });
      // a list that ends anything is read again for confirmation
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

/** Applies a source's preview, without its errors. @throws as applying any roster does */
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
