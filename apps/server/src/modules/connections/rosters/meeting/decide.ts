import type { RosterDecision } from '@classwright/contract';
import type { Tx } from '../../../../platform/database/index.ts';
import { listAccountsByIds, listClassRoles, nameOf } from '../known-queries.ts';
import { listManyEnds } from '../many-ends.ts';
import { computeRowsToDo, type Counts, insertRows, type NewRow, type RosterImport, updateRosterImport } from '../queries.ts';
import type { RowMessage } from '../read/roster.ts';
import { computeMemberOutcome } from './exchange.ts';
import { looksOf, membersOf, type SourceOf } from './propose.ts';
import {
  type Candidate,
  changeRows,
  countSilentRows,
  deleteRowsOf,
  findLastNumber,
  listCandidates,
  type Meeting,
  type MeetingMember,
  type MeetingRow,
  type RowChange,
  tallyRows,
} from './queries.ts';

export type Roster = Pick<RosterImport, 'id' | 'counts' | 'options'>;

export interface Means {
  tx: Tx;
  importId: number;
  sourceOf: SourceOf;
  /** True when the roster's lists are complete. */
  isWhole: boolean;
  /**
   * The memberships that an earlier reading would have ended, by class and person: no others end; null if there was
   * none.
   */
  onlyEnds: ReadonlySet<string> | null;
}

/** A decision about a class of a roster; `course` is set only for `ours`. */
export interface Decided {
  row: MeetingRow;
  decision: RosterDecision;
  course: Candidate | null;
  proposal: Meeting['proposal'];
}

/** Applies decisions about classes of a preview, and updates its counts. */
export async function decide(means: Means, roster: Roster, decided: readonly Decided[]): Promise<void> {
  const before = await tallyRows(means.tx, means.importId);
  await settle(means, decided);
  await retell(means, roster, before);
}

/**
 * Counts the outcomes of a preview's rows again, and the classes that need consent because many people would leave.
 */
async function retell({ tx, importId, isWhole }: Means, roster: Roster, before: Pick<Counts, 'class' | 'member'>): Promise<void> {
  const after = await tallyRows(tx, importId);
  const counts: Counts = structuredClone(roster.counts);
  for (const kind of ['class', 'member'] as const)
    for (const outcome of new Set([...Object.keys(before[kind]), ...Object.keys(after[kind])]) as Set<keyof Counts['class']>)
      counts[kind][outcome] = (counts[kind][outcome] ?? 0) + (after[kind][outcome] ?? 0) - (before[kind][outcome] ?? 0);
  await updateRosterImport(tx, importId, {
    ...{ counts, total_rows: computeRowsToDo(counts), many_ends: await listManyEnds(tx, importId) },
    options: { ...roster.options, isWhole, silentRows: await countSilentRows(tx, importId) },
  });
}

/** Stores decisions in the rows of a preview: those of the classes and of their members. */
async function settle(means: Means, decided: readonly Decided[]): Promise<void> {
  const { tx, importId, onlyEnds } = means;
  if (decided.length === 0) return;
  const members = await membersOf(
    tx,
    importId,
    decided.map(({ row }) => row),
  );
  await deleteRowsOf(
    tx,
    importId,
    [...members.values()].flat().flatMap(({ number, is_added }) => (is_added ? [number] : [])),
  );
  const roles = await listClassRoles(
    tx,
    decided.flatMap(({ course }) => course?.id ?? []),
  );
  const changes: RowChange[] = [];
  const added: NewRow[] = [];
  const proposed = await namesOf(tx, decided, means.sourceOf);
  for (const one of decided) {
    const { row, course } = one;
    changes.push(toClassChange(one, proposed));
    const own = (members.get(row.external_id) ?? []).filter(({ is_left, is_added }) => !is_left && !is_added);
    if (!course) {
      const outcome = one.decision === 'undecided' ? 'undecided' : row.fields.teachers.length > 0 ? 'new' : 'waits';
      changes.push(...own.map((member) => ({ number: member.number, outcome, fields: fieldsOf(member), said: [], localId: member.local_id })));
      continue;
    }
    const judged = computeMemberOutcome(row, course, { ...means, members, roles });
    const byNumber = new Map(judged.people.map((person) => [person.number, person]));
    for (const member of own) {
      const { outcome = 'new', before, said } = byNumber.get(member.number) ?? {};
      const more = {
        ...(before ? { changes: { role: { before, after: member.role } } } : {}),
        ...(said?.code === 'otherSource' ? { reports: true } : {}),
      };
      changes.push({ number: member.number, outcome, fields: { ...fieldsOf(member), ...more }, said: said ? [said] : [], localId: member.local_id });
    }
    for (const accountId of judged.goes) {
      const externalId = `user-${accountId}`;
      if (onlyEnds?.has(`${row.external_id} ${externalId}`) === false) continue;
      added.push({
        kind: 'member',
        outcome: 'ends',
        schoolId: row.school_id,
        externalId,
        withinId: row.external_id,
        file: '',
        line: 0,
        name: '',
        detail: course.name,
        role: 'STUDENT',
        localId: accountId,
        fields: { met: true, courseId: course.id },
        said: [{ column: '', value: '', code: 'notOnList' }],
      });
    }
  }
  await changeRows(tx, importId, changes);
  const people = await listAccountsByIds(
    tx,
    added.flatMap(({ localId }) => localId ?? []),
  );
  const named = added.map((row) => ({ ...row, name: nameOf(people.get(row.localId ?? 0)) }));
  await insertRows(tx, importId, await findLastNumber(tx, importId), named);
}

/** Returns the fields of a person's row without those added by an earlier decision. */
function fieldsOf({ fields }: MeetingMember): object {
  const { changes: _changes, reports: _reports, ...own } = fields ?? {};
  return { ...own, met: true };
}

async function namesOf(tx: Tx, decided: readonly Decided[], sourceOf: SourceOf): Promise<Map<number, string>> {
  const names = new Map<number, string>();
  for (const [schoolId, ofSchool] of Map.groupBy(decided, ({ row }) => row.school_id)) {
    const ids = ofSchool.flatMap(({ proposal }) => proposal?.courseId ?? []);
    for (const { id, name } of await listCandidates(tx, { schoolId, sourceId: sourceOf(schoolId), ids })) names.set(id, name);
  }
  return names;
}

const SHARED_FIELDS = ['name', 'section', 'subject', 'room'] as const;

/**
 * Returns the change to a class's row: empty values here are filled in, and differing values are kept and reported.
 */
function toClassChange({ row, decision, course, proposal }: Decided, names: ReadonlyMap<number, string>): RowChange {
  const { changes: _changes, ...own } = row.fields;
  const meeting: Meeting = { decision, proposal, chosen: course && { courseId: course.id, looks: looksOf(course) } };
  const fields = { ...own, meeting };
  const base = { number: row.number, localId: course?.id ?? null };
  if (decision === 'undecided') {
    const said: RowMessage = { column: '', value: '', code: 'undecided', params: { name: names.get(proposal?.courseId ?? 0) ?? row.fields.name } };
    return { ...base, outcome: 'undecided', fields, said: [said] };
  }
  if (!course) {
    const hasTeacher = row.fields.teachers.length > 0;
    return { ...base, outcome: hasTeacher ? 'new' : 'waits', fields, said: hasTeacher ? [] : [{ column: '', value: '', code: 'noTeacher' }] };
  }
  const empty = SHARED_FIELDS.filter((field) => course[field] === '' && own[field] !== '');
  const others = SHARED_FIELDS.filter((field) => course[field] !== '' && own[field] !== '' && own[field] !== course[field]);
  const changes = {
    ...Object.fromEntries(empty.map((field) => [field, { before: '', after: own[field] }])),
    ...(own.sessions.length > 0 && !course.has_terms ? { sessions: { before: [], after: own.sessions } } : {}),
  };
  const said = others.map((field): RowMessage => ({ column: field, value: own[field], code: 'staysHere', params: { ours: course[field] } }));
  return { ...base, outcome: 'changed', fields: { ...fields, changes }, said };
}
