import { inTransaction } from '../../../../platform/database/index.ts';
import type { SyncDependencies } from '../dependencies.ts';
import { addCounts, type ChangeRow, countChanges, insertChanges, listDone, type RunRow, setRunStatus } from './queries.ts';
import { publishRunProgress } from './publish-run.ts';
import { undoHere } from './undo-here.ts';
import { undoSent } from './undo-sent.ts';
import type { Verdict } from './undo-verdict.ts';

/** The batch size, small since a batch that the quota interrupts is requested again. */
const AT_ONCE = 50;

/**
 * Undoes a run's changes here, newest first, field by field, where the value is still the one that the run left;
 * anything changed since is listed and kept. Changes at Google are reset where Google still has our value. Can be
 * repeated: each change has one row in the report, and is skipped once it has one.
 */
export async function undoRun(deps: SyncDependencies, run: RunRow): Promise<void> {
  const { db } = deps;
  await setRunStatus(db, run.id, 'running');
  for (;;) {
    const changes = await listDone(db, run.of_run as number, await countChanges(db, run.id), AT_ONCE);
    if (changes.length === 0) break;
    const there = new Map<number, Verdict>();
    for (const change of changes) if (change.direction === 'there') there.set(change.id, await undoSent(deps, run, change));
    await inTransaction(db, async (tx) => {
      const verdicts: { change: ChangeRow; verdict: Verdict }[] = [];
      for (const change of changes) verdicts.push({ change, verdict: there.get(change.id) ?? (await undoHere(tx, deps, run, change)) });
      await insertChanges(
        tx,
        run.id,
        verdicts.map(({ change, verdict }) => ({
          ...{ linkId: change.link_id, courseId: change.course_id, localId: change.local_id, kind: change.kind, subject: change.subject, field: change.field },
          ...{ action: change.action, direction: change.direction, before: change.after, after: change.before },
          ...(verdict === 'undone' ? { outcome: verdict, reason: null } : { outcome: 'kept', reason: verdict.kept }),
        })),
      );
      const undone = verdicts.filter(({ verdict }) => verdict === 'undone').length;
      await addCounts(tx, run.id, { changed: undone, refused: verdicts.length - undone });
    });
  }
  await inTransaction(db, async (tx) => {
    await setRunStatus(tx, run.id, 'finished');
    await publishRunProgress(tx, deps, run.id);
  });
}
