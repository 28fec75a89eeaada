import { audit } from '../../../../platform/audit/index.ts';
import { inTransaction, type Tx } from '../../../../platform/database/index.ts';
import { AppError } from '../../../../platform/errors.ts';
import type { Person } from '../../../../platform/http/index.ts';
import type { JobKind } from '../../../../platform/jobs/index.ts';
import { EVERYWHERE, isWithin } from '../../../../platform/reach.ts';
import { listRowsToUndo, lockRosterImport, noteRows, type RosterImport, type RosterRow, type RowResult, updateRosterImport } from '../queries.ts';
import type { RosterJob, RosterJobMeans } from './apply-job.ts';
import { createSourceOf, type ApplyContext } from './doing.ts';
import { findActingPerson } from './find-doer.ts';
import { undoClasses } from './undo-classes.ts';
import { undoMembers } from './undo-members.ts';
import { undoPeople, undoSchools, undoSessions } from './undo-others.ts';

export const ROSTER_UNDO_JOB = 'roster.undo';
const TRIES = 5;
const AT_ONCE = 500;

type UndoRows = (doing: ApplyContext, rows: readonly RosterRow[]) => Promise<RowResult[]>;
const UNDO: Readonly<Record<RosterRow['kind'], UndoRows>> = {
  school: undoSchools,
  session: undoSessions,
  person: undoPeople,
  class: undoClasses,
  member: undoMembers,
};

/**
 * Undoes a roster, from its last row to its first: anything that nobody has changed since is restored, and the rest is
 * reported with its reason. Each batch commits with its progress, as when applying.
 */
export function rosterUndoJob(means: RosterJobMeans): JobKind<RosterJob> {
  const { db, access } = means;
  const end = (importId: number, status: 'finished' | 'failed'): Promise<void> =>
    inTransaction(db, (tx) => updateRosterImport(tx, importId, { undo_status: status }));
  return {
    kind: ROSTER_UNDO_JOB,
    tries: TRIES,
    lane: 'heavy',
    isBegunElsewhere: true,
    async run({ import_id: importId, account_id: accountId, request_id: requestId }, { isLastTry, standBack }) {
      try {
        for (;;) {
          await standBack();
          const step = await inTransaction(db, (tx) => undoStep(tx, importId, accountId, requestId));
          if (step === 'notAllowed') return await end(importId, 'failed');
          if (step === 'over') return;
        }
      } catch (error) {
        if (isLastTry || error instanceof AppError) await end(importId, 'failed');
        if (!(error instanceof AppError)) throw error;
      }
    },
  };

  async function undoStep(tx: Tx, importId: number, accountId: number | undefined, requestId: string): Promise<'more' | 'over' | 'notAllowed'> {
    const row = await lockRosterImport(tx, importId, EVERYWHERE);
    if (!row || (row.undo_status !== 'waiting' && row.undo_status !== 'running')) return 'over';
    const person = await findActingPerson(tx, access, accountId ?? row.account_id);
    if (
      !person?.rights.has('rosters:edit') ||
      (row.options.correctsAccounts && !person.rights.has('accounts:edit')) ||
      !row.school_ids.every((id) => isWithin(person.reach, id))
    )
      return 'notAllowed';
    const some = await listRowsToUndo(tx, importId, row.undo_number, AT_ONCE);
    const kind = some[0]?.kind;
    const rows = some.filter((one) => one.kind === kind);
    const last = rows.at(-1);
    if (kind === undefined || !last) return finish(tx, row, person, requestId);
    const results = await UNDO[kind]({ tx, person, row, requestId, room: means.room, t: means.t, sourceOf: createSourceOf(tx, row) }, rows);
    const told = new Map(results.map((result) => [result.number, result]));
    await noteRows(
      tx,
      importId,
      rows.map(({ number }) => told.get(number) ?? { number, state: 'gone' }),
    );
    const stays = results.filter(({ state }) => state === 'stays').length;
    const left = Math.max(0, row.undo_left - rows.length);
    await updateRosterImport(tx, importId, { undo_status: 'running', undo_number: last.number, undo_left: left, undo_stays: row.undo_stays + stays });
    return 'more';
  }

  async function finish(tx: Tx, { id, file_name: name, undo_stays: stays }: RosterImport, person: Person, requestId: string): Promise<'over'> {
    await updateRosterImport(tx, id, { undo_status: 'finished', undo_left: 0 });
    await audit(tx, person, { action: 'roster.undone', subjectType: 'roster', subjectId: id, after: { name, stays }, requestId });
    return 'over';
  }
}
