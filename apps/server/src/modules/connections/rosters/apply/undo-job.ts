import { audit } from '../../../../platform/audit/index.ts';
import { inTransaction } from '../../../../platform/database/index.ts';
import type { Person } from '../../../../platform/http/index.ts';
import type { JobKind } from '../../../../platform/jobs/index.ts';
import { EVERYWHERE, isWithin } from '../../../../platform/reach.ts';
import { findActingPerson, slicedJob } from '../../../school/imports/index.ts';
import { listRowsToUndo, lockRosterImport, noteRows, type RosterImport, type RosterRow, type RowResult, updateRosterImport } from '../queries.ts';
import type { RosterJob, RosterJobMeans } from './apply-job.ts';
import { mayBringGuardians } from '../may-bring-guardians.ts';
import { createSourceOf, type ApplyContext } from './doing.ts';
import { undoClasses } from './undo-classes.ts';
import { undoGuardians, undoTies } from './undo-guardians.ts';
import { undoMembers } from './undo-members.ts';
import { undoPeople, undoSchools, undoSessions } from './undo-others.ts';

export const ROSTER_UNDO_JOB = 'roster.undo';
const AT_ONCE = 500;

type UndoRows = (doing: ApplyContext, rows: readonly RosterRow[]) => Promise<RowResult[]>;
const UNDO: Readonly<Record<RosterRow['kind'], UndoRows>> = {
  school: undoSchools,
  session: undoSessions,
  person: undoPeople,
  class: undoClasses,
  member: undoMembers,
  guardian: undoGuardians,
  tie: undoTies,
};

/**
 * Undoes a roster in slices, from its last row to its first: anything that nobody has changed since is restored, and
 * the rest is reported with its reason.
 */
export function rosterUndoJob({ db, access, room, realtime, t }: RosterJobMeans): JobKind<RosterJob> {
  return slicedJob<RosterJob>({
    db,
    kind: ROSTER_UNDO_JOB,
    async step(tx, { import_id: importId, account_id: accountId, request_id: requestId }) {
      const row = await lockRosterImport(tx, importId, EVERYWHERE);
      if (!row || (row.undo_status !== 'waiting' && row.undo_status !== 'running')) return 'stopped';
      const person = await findActingPerson(tx, access, accountId ?? row.account_id);
      if (!person || !mayUndo(person, row)) return 'notAllowed';
      const some = await listRowsToUndo(tx, importId, row.undo_number, AT_ONCE);
      const kind = some[0]?.kind;
      const rows = some.filter((one) => one.kind === kind);
      const last = rows.at(-1);
      if (kind === undefined || !last) {
        await updateRosterImport(tx, importId, { undo_status: 'finished', undo_left: 0 });
        const after = { name: row.file_name, stays: row.undo_stays };
        await audit(tx, person, { action: 'roster.undone', subjectType: 'roster', subjectId: importId, after, requestId });
        return 'done';
      }
      const results = await UNDO[kind]({ tx, person, row, requestId, room, realtime, t, sourceOf: createSourceOf(tx, row) }, rows);
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
    },
    fail: ({ import_id: id }) => inTransaction(db, (tx) => updateRosterImport(tx, id, { undo_status: 'failed' })),
  });
}

const mayUndo = (person: Person, { school_ids: schoolIds, options }: RosterImport): boolean =>
  person.rights.has('rosters:edit') &&
  (!options.correctsAccounts || person.rights.has('accounts:edit')) &&
  (!options.bringGuardians || mayBringGuardians(person)) &&
  schoolIds.every((id) => isWithin(person.reach, id));
