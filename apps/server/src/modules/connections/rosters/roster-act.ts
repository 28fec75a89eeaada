import { type MessageKey, rosterApply, rosterCancel, rosterChoose, rosterUndo } from '@classwright/contract';
import { audit } from '../../../platform/audit/index.ts';
import { afterCommit, type Tx } from '../../../platform/database/index.ts';
import { appError, fieldError } from '../../../platform/errors.ts';
import { type Actor, can, implement, type Implementation } from '../../../platform/http/index.ts';
import type { RosterJob } from './apply/apply-job.ts';
import { beginRosterApply, requireNoRosterRunning } from './apply/begin-apply.ts';
import { ROSTER_UNDO_JOB } from './apply/undo-job.ts';
import { chooseRows, countRowsToUndo, deleteRows, finishRosterImport, lockRosterImport, type RosterImport, UNDO_DAYS, updateRosterImport } from './queries.ts';
import { discardRosterFiles } from './read-job.ts';
import type { RosterStaging } from './roster-stage.ts';
import { toRosterView } from './views.ts';

/** Implements applying a preview, stopping it, and undoing it. */
export function implementRosterActs({ db, t, jobs, storage }: RosterStaging): Implementation[] {
  async function hold(tx: Tx, { reach }: Actor, id: number): Promise<RosterImport> {
    const row = await lockRosterImport(tx, id, reach);
    if (!row) throw appError('NOT_FOUND');
    return row;
  }
  const answer = async (tx: Tx, actor: Actor, id: number, words: MessageKey) => ({ import: toRosterView(await hold(tx, actor, id), t), message: t(words) });

  return [
    implement(rosterApply, async ({ tx, actor, input, requestId }) => {
      const row = await hold(tx, actor, input.id);
      await beginRosterApply(tx, jobs, { actor, row, input, requestId });
      return answer(tx, actor, row.id, 'rosters.begun');
    }),
    implement(rosterChoose, async ({ tx, actor, input, requestId }) => {
      const row = await hold(tx, actor, input.id);
      const { choice, chosen, rows = null } = input;
      if (row.status !== 'preview') throw appError('ROSTER_NOT_PREVIEW');
      if (choice !== 'same' && chosen && !can(actor, 'accounts', 'edit')) throw appError('NOT_ALLOWED');
      const count = await chooseRows(tx, row.id, choice, chosen, rows);
      if (count === 0) throw fieldError('rows', 'rosters.choice.none');
      const after = { name: row.file_name, choice, chosen, rows: count };
      await audit(tx, actor, { action: rosterChoose.name, subjectType: 'roster', subjectId: row.id, after, requestId });
      return answer(tx, actor, row.id, chosen ? `rosters.chosen.${choice}` : `rosters.notChosen.${choice}`);
    }),
    implement(rosterCancel, async ({ tx, actor, input, requestId }) => {
      const row = await hold(tx, actor, input.id);
      if (!toRosterView(row, t).can_cancel) throw appError('ROSTER_OVER');
      await finishRosterImport(tx, row.id, 'cancelled');
      if (row.done_rows === 0) await deleteRows(tx, row.id);
      if (row.files.length > 0) afterCommit(tx, () => void discardRosterFiles(db, storage).catch(() => undefined)); // else within the hour
      await audit(tx, actor, {
        action: rosterCancel.name,
        subjectType: 'roster',
        subjectId: row.id,
        after: { name: row.file_name, rows: row.done_rows },
        requestId,
      });
      return answer(tx, actor, row.id, row.done_rows === 0 ? 'rosters.dropped' : 'rosters.stopped');
    }),
    implement(rosterUndo, async ({ tx, actor, input, requestId }) => {
      const row = await hold(tx, actor, input.id);
      const isOver = row.status === 'finished' || row.status === 'partly' || row.status === 'failed' || row.status === 'cancelled';
      if (!isOver || row.done_rows === 0 || (row.undo_status !== null && row.undo_status !== 'failed')) throw appError('ROSTER_NOTHING_TO_UNDO');
      if (row.is_too_old) throw appError('IMPORT_TOO_OLD', { days: UNDO_DAYS });
      await requireNoRosterRunning(tx, row);
      // an undo that stopped midway continues there
      const from = row.undo_status === 'failed' && row.undo_number > 0 ? row.undo_number : row.done_number + 1;
      const left = await countRowsToUndo(tx, row.id, from);
      await updateRosterImport(tx, row.id, { undo_status: 'waiting', undo_number: from, undo_left: left });
      await jobs.enqueue<RosterJob>(tx, ROSTER_UNDO_JOB, [{ import_id: row.id, account_id: actor.accountId, request_id: requestId }], { requestId });
      return answer(tx, actor, row.id, 'rosters.undoBegun');
    }),
  ];
}
