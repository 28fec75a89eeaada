import type { MessageKey, Translate } from '@classwright/contract';
import { audit } from '../../../../platform/audit/index.ts';
import { type Db, inTransaction } from '../../../../platform/database/index.ts';
import type { AppError } from '../../../../platform/errors.ts';
import type { Person } from '../../../../platform/http/index.ts';
import type { JobKind } from '../../../../platform/jobs/index.ts';
import type { Realtime } from '../../../../platform/live/index.ts';
import { EVERYWHERE, isWithin } from '../../../../platform/reach.ts';
import type { AccessEngine } from '../../../people/access/index.ts';
import type { ClassRoom } from '../../../class/classes/index.ts';
import { findActingPerson, slicedJob } from '../../../school/imports/index.ts';
import {
  beginRosterImport,
  findRosterImport,
  finishRosterImport,
  listRowsToDo,
  lockRosterImport,
  noteRows,
  type RosterImport,
  type RosterRow,
  updateRosterImport,
} from '../queries.ts';
import { mayBringGuardians } from '../may-bring-guardians.ts';
import { createSourceOf, type ApplyRows } from './doing.ts';
import { applyClasses } from './do-classes.ts';
import { applyGuardians, applyTies } from './do-guardians.ts';
import { applyMembers } from './do-members.ts';
import { applyPeople } from './do-people.ts';
import { applySchools, applySessions } from './do-places.ts';

export const ROSTER_APPLY_JOB = 'roster.apply';

export interface RosterJob {
  import_id: number;
  /** The person on whose behalf it is applied; by default the one who uploaded it. */
  account_id?: number;
  request_id: string;
}

export interface RosterJobMeans {
  db: Db;
  access: AccessEngine;
  room: ClassRoom;
  realtime: Pick<Realtime, 'publish'>;
  t: Translate<MessageKey>;
}

/** Returns true when somebody still has the right to do now what they requested earlier. */
const mayDo = (person: Person, { school_ids: schoolIds, options }: RosterImport): boolean =>
  person.rights.has('rosters:edit') &&
  (!options.createAccounts || person.rights.has('accounts:create')) &&
  (!options.correctsAccounts || person.rights.has('accounts:edit')) &&
  (!options.bringGuardians || mayBringGuardians(person)) &&
  schoolIds.every((id) => isWithin(person.reach, id));

/** Returns the parameters of a failure's message. */
const textsOf = ({ params }: AppError): RosterImport['failure_params'] =>
  Object.fromEntries(
    Object.entries(params).filter((entry): entry is [string, string | number] => typeof entry[1] === 'string' || typeof entry[1] === 'number'),
  );

/** The batch sizes, small enough that nobody waits long for the transaction's locks. */
const AT_ONCE: Readonly<Record<RosterRow['kind'], number>> = {
  ...{ school: 500, session: 500, person: 500, class: 200, member: 2_000 },
  ...{ guardian: 500, tie: 1_000 },
};
const DO: Readonly<Record<RosterRow['kind'], ApplyRows>> = {
  school: applySchools,
  session: applySessions,
  person: applyPeople,
  class: applyClasses,
  member: applyMembers,
  guardian: applyGuardians,
  tie: applyTies,
};

/** Returns the first rows of one kind, up to the batch size. */
function firstOfKind(rows: readonly RosterRow[]): RosterRow[] {
  const kind = rows[0]?.kind;
  const end = rows.findIndex((row) => row.kind !== kind);
  return kind === undefined ? [] : rows.slice(0, Math.min(end < 0 ? rows.length : end, AT_ONCE[kind]));
}

/**
 * Applies the preview of a roster in slices. The person on whose behalf it runs needs the right at each slice.
 */
export function rosterApplyJob({ db, access, room, realtime, t }: RosterJobMeans): JobKind<RosterJob> {
  const end = (
    importId: number,
    status: 'finished' | 'partly' | 'failed',
    failure: string | null = null,
    params: RosterImport['failure_params'] = {},
  ): Promise<void> =>
    inTransaction(db, async (tx) => {
      const row = await lockRosterImport(tx, importId, EVERYWHERE);
      if (!row || row.status !== 'running') return; // somebody stopped it
      await finishRosterImport(tx, importId, status, failure, params);
    });
  return slicedJob<RosterJob>({
    db,
    kind: ROSTER_APPLY_JOB,
    begin: ({ import_id: id }) => inTransaction(db, (tx) => beginRosterImport(tx, id)),
    async step(tx, { import_id: importId, account_id: accountId, request_id: requestId }) {
      const row = await lockRosterImport(tx, importId, EVERYWHERE);
      if (!row || row.status !== 'running') return 'stopped';
      const person = await findActingPerson(tx, access, accountId ?? row.account_id);
      if (!person || !mayDo(person, row)) return 'notAllowed';
      const rows = firstOfKind(await listRowsToDo(tx, row, AT_ONCE.member));
      const last = rows.at(-1);
      if (!last) {
        const after = { name: row.file_name, rows: row.done_rows, failed: row.failed_rows };
        await audit(tx, person, { action: 'roster.applied', subjectType: 'roster', subjectId: importId, after, requestId });
        return 'done';
      }
      const results = await DO[last.kind]({ tx, person, row, requestId, room, realtime, t, sourceOf: createSourceOf(tx, row) }, rows);
      await noteRows(tx, importId, results);
      const failed = results.filter(({ state }) => state === 'failed' || state === 'skipped').length;
      await updateRosterImport(tx, importId, { done_number: last.number, done_rows: row.done_rows + rows.length, failed_rows: row.failed_rows + failed });
      return 'more';
    },
    async finish({ import_id: id }) {
      const row = await findRosterImport(db, id, EVERYWHERE);
      await end(id, (row?.failed_rows ?? 0) > 0 ? 'partly' : 'finished');
    },
    fail({ import_id: id }, reason) {
      if (reason === 'notAllowed') return end(id, 'failed', 'error.NOT_ALLOWED');
      return reason ? end(id, 'failed', `error.${reason.code}`, textsOf(reason)) : end(id, 'failed', 'rosters.failed');
    },
  });
}
