import type { OutsideWork } from '../../../class/classwork/index.ts';
import type { Link } from '../../../class/sources/index.ts';
import { keepLinks, type Outgoing, type UnitContext } from './context.ts';
import type { Places } from './places.ts';
import { assigneesOf, readWork } from './resources.ts';

const EVERYBODY = assigneesOf({ studentIds: null });

interface Assigned {
  work: Pick<OutsideWork, 'id' | 'title' | 'assignee_mode'>;
  link: Link;
  /** The assigned accounts here; empty for work for everybody. */
  accounts: readonly number[];
  places: Places;
  path: string;
}

/**
 * Returns the call that updates the assignees of our own work if they differ from the agreed ones; otherwise null.
 * Students without an account here, or without the needed consent, are left unchanged at Google. Work waits if one of its students does not exist at
 * Google yet.
 */
export function assigneesPatch(context: UnitContext, { work, link, accounts, places, path }: Assigned): Outgoing | null {
  const agreed = link.base['assignees'];
  if (typeof agreed !== 'string') return null;
  const before = agreed === EVERYBODY ? [] : agreed.split(' ');
  const named = places.assigneesToSend(work, accounts);
  const isForAll = named === null;
  const ours = named ?? [];
  const added = isForAll ? [] : ours.filter((id) => !before.includes(id));
  const removed = isForAll ? [] : before.filter((id) => !places.isLeftOut(id) && places.studentsHere([id]).length > 0 && !ours.includes(id));
  const isSame = isForAll ? agreed === EVERYBODY : agreed !== EVERYBODY && added.length === 0 && removed.length === 0;
  const wish = assigneesOf({ studentIds: named });
  if (isSame || wish === '' || link.facts['refusedAssignees'] === wish) return null;
  const told = { kind: 'work' as const, linkId: link.id, localId: work.id, subject: work.title, field: 'assignees' };
  const values = { before: agreed === EVERYBODY ? null : before.length, after: isForAll ? null : ours.length };
  const keep = { kind: link.kind, externalId: link.external_id, localId: work.id, state: link.state };
  const options = { modifyIndividualStudentsOptions: { addStudentIds: added, removeStudentIds: removed } };
  return {
    send: (ask) =>
      ask({
        method: 'POST',
        path: `${path}:modifyAssignees`,
        body: { assigneeMode: isForAll ? 'ALL_STUDENTS' : 'INDIVIDUAL_STUDENTS', ...(isForAll ? {} : options) },
      }),
    async settle(tx, answer) {
      const there = readWork(answer, false);
      await keepLinks(tx, context, [{ ...keep, base: { assignees: there ? assigneesOf(there) : wish } }]);
      context.recorder.sent({ ...told, ...values });
    },
    async refuse(tx, { words }) {
      await keepLinks(tx, context, [{ ...keep, facts: { refusedAssignees: wish } }]);
      context.recorder.refused({ ...told, ...values }, 'there', 'sync.reason.googleSaid', { message: words });
    },
    plan: () => context.recorder.sent({ ...told, ...values }),
  };
}
