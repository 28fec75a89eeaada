import type { RosterDecision } from '@classwright/contract';
import { type MeetingClass, proposeMeetings } from '@classwright/rules/sync/meet';
import type { Db, Tx } from '../../../platform/database/index.ts';
import { deleteLinks, keepLinks, listLinks } from '../../sources/index.ts';
import { listAccountsByIds, listClassRoles, nameOf } from '../known-queries.ts';
import { listManyEnds } from '../many-ends.ts';
import { computeRowsToDo, type Counts, insertRows, type NewRow, type RosterImport, updateRosterImport } from '../queries.ts';
import type { Said } from '../read/roster.ts';
import { judgeClass } from './judge-class.ts';
import {
  type Candidate,
  changeRows,
  countSilentRows,
  deleteRowsOf,
  findLastNumber,
  listCandidates,
  listMeetingMembers,
  listMeetingRows,
  listTermsOf,
  listTermTitles,
  type Meeting,
  type MeetingMember,
  type MeetingRow,
  type RowChange,
  tallyRows,
} from './queries.ts';

type Roster = Pick<RosterImport, 'id' | 'counts' | 'options'>;

/** The source of a school's rosters; null: its first roster is still to be done. */
export type SourceOf = (schoolId: number) => number | null;

interface Means {
  tx: Tx;
  importId: number;
  sourceOf: SourceOf;
  /** The lists of the roster have everybody. */
  isWhole: boolean;
  /** The places that an earlier reading ended, by class and person: no others end; null: there was none. */
  onlyEnds: ReadonlySet<string> | null;
}

/** What a class looks like to whoever decides; where that changes they are asked again. */
export const looksOf = ({ name, section }: Pick<Candidate, 'name' | 'section'>): string => `${name}\n${section}`;

/** What is known and decided about a class of a roster; one without a word about it is new. */
export const meetingOf = ({ fields }: MeetingRow): Meeting => fields.meeting ?? { decision: 'new', proposal: null, chosen: null };

/**
 * Looks in a preview that was just made for classes that are new to their source and may be here: what somebody decided about
 * them before is so again, and for the others one of ours is proposed. Nothing of a class with a proposal is done until somebody decides.
 */
export async function meetClasses(means: Means, roster: Roster): Promise<void> {
  const { tx, importId, sourceOf } = means;
  const before = await tallyRows(tx, importId);
  const { rows } = await listMeetingRows(tx, importId, {});
  const decided: Decided[] = [];
  for (const [schoolId, ofSchool] of Map.groupBy(rows, (row) => row.school_id)) {
    const sourceId = sourceOf(schoolId);
    const free = new Map((await listCandidates(tx, { schoolId, sourceId, isFree: true })).map((one) => [one.id, one]));
    const remembered = sourceId === null ? new Map<string, number | null>() : await listRemembered(tx, sourceId, ofSchool);
    const open: MeetingRow[] = [];
    for (const row of ofSchool) {
      const courseId = remembered.get(row.external_id);
      const course = free.get(courseId ?? 0);
      if (course) {
        free.delete(course.id);
        decided.push({ row, decision: 'ours', course, proposal: null });
      } else if (courseId === null) decided.push({ row, decision: 'new', course: null, proposal: null });
      else open.push(row);
    }
    const proposals = await proposeFor(means, open, [...free.values()]);
    for (const row of open) {
      const proposal = proposals.get(row.number);
      if (proposal) decided.push({ row, decision: 'undecided', course: null, proposal });
    }
  }
  await settle(means, decided);
  await retell(means, roster, before);
}

async function listRemembered(tx: Tx, sourceId: number, rows: readonly MeetingRow[]): Promise<Map<string, number | null>> {
  const links = await listLinks(tx, { sourceId, kind: 'class', parentId: null, externalIds: rows.map(({ external_id }) => external_id) });
  return new Map(
    links.flatMap(({ external_id, local_id, facts }) => {
      const meets = facts['meets'] as { courseId: number | null } | undefined;
      return local_id === null && meets ? [[external_id, meets.courseId] as const] : [];
    }),
  );
}

/** Keeps for later rosters of a source what was decided; nothing for what is undecided again. */
export async function remember(tx: Tx, sourceId: number, decided: readonly Decided[]): Promise<void> {
  const forgotten = decided.filter(({ decision }) => decision === 'undecided').map(({ row }) => row.external_id);
  const links = await listLinks(tx, { sourceId, kind: 'class', parentId: null, externalIds: forgotten });
  await deleteLinks(
    tx,
    links.filter(({ local_id }) => local_id === null).map(({ id }) => id),
  );
  await keepLinks(
    tx,
    sourceId,
    decided
      .filter(({ decision }) => decision !== 'undecided')
      .map(({ row, course }) => ({
        ...{ kind: 'class' as const, parentId: null, externalId: row.external_id, localId: null, state: 'only_there' as const },
        facts: { meets: { courseId: course?.id ?? null } },
      })),
  );
}

/** The class of ours that each of these classes of a roster may be, by the number of its row. */
export async function proposeFor(
  { tx, importId, sourceOf }: Pick<Means, 'tx' | 'importId' | 'sourceOf'>,
  rows: readonly MeetingRow[],
  candidates: readonly Candidate[],
): Promise<Map<number, NonNullable<Meeting['proposal']>>> {
  if (rows.length === 0 || candidates.length === 0) return new Map();
  const ids = candidates.map(({ id }) => id);
  const roles = await listClassRoles(tx, ids);
  const terms = await listTermsOf(tx, ids);
  const sources = [...new Set(rows.map(({ school_id }) => sourceOf(school_id)))].filter((id) => id !== null);
  const titles = await listTermTitles(tx, importId, sources);
  const members = await membersOf(tx, importId, rows);
  const ofRole = (people: readonly { id: number | null; role: string | null }[], wanted: string): Set<number> =>
    new Set(people.flatMap(({ id, role }) => (id !== null && role === wanted ? [id] : [])));
  const there = rows.map(({ number, external_id, fields, detail }): MeetingClass<string> => {
    const people = (members.get(external_id) ?? []).map(({ local_id, role }) => ({ id: local_id, role }));
    return {
      ...{ id: String(number), name: fields.name, code: detail || fields.section, teachers: ofRole(people, 'TEACHER'), students: ofRole(people, 'STUDENT') },
      terms: fields.sessions.flatMap((id) => titles.get(id) ?? []),
    };
  });
  const here = candidates.map(({ id, name, section }): MeetingClass<number> => {
    const people = [...(roles.get(id) ?? [])].map(([account, role]) => ({ id: account, role }));
    return { id, name, code: section, teachers: ofRole(people, 'TEACHER'), students: ofRole(people, 'STUDENT'), terms: terms.get(id) ?? [] };
  });
  const byId = new Map(candidates.map((one) => [one.id, one]));
  return new Map(
    [...proposeMeetings(there, here)].map(([number, { courseId, by, isSure }]) => [
      Number(number),
      { courseId, by, isSure, looks: looksOf(byId.get(courseId) as Candidate) },
    ]),
  );
}

/** A decision about a class of a roster; `course` with `ours` alone. */
export interface Decided {
  row: MeetingRow;
  decision: RosterDecision;
  course: Candidate | null;
  proposal: Meeting['proposal'];
}

/** Who would come into a class of ours, who would go, and who would stay. */
export interface Exchange {
  come: number;
  go: number;
  stay: number;
  /** The names of the first of those who come, and of those who go. */
  coming: string[];
  going: string[];
}

const MOST_NAMES = 10;

/** What each class of a roster would mean for the class of ours beside it, by the number of its row. */
export async function computeExchanges(
  { tx, importId, isWhole, sourceOf }: Pick<Means, 'importId' | 'isWhole' | 'sourceOf'> & { tx: Db },
  pairs: readonly { row: MeetingRow; course: Candidate }[],
): Promise<Map<number, Exchange>> {
  const members = await membersOf(
    tx,
    importId,
    pairs.map(({ row }) => row),
  );
  const roles = await listClassRoles(
    tx,
    pairs.map(({ course }) => course.id),
  );
  const judged = pairs.map(({ row, course }) => ({ row, ...judge(row, course, { members, roles, isWhole, sourceOf }) }));
  const accounts = await listAccountsByIds(
    tx,
    judged.flatMap(({ goes }) => goes.slice(0, MOST_NAMES)),
  );
  return new Map(
    judged.map(({ row, people, goes }) => {
      const count = (outcome: string): number => people.filter((one) => one.outcome === outcome).length;
      const names = new Map((members.get(row.external_id) ?? []).map(({ number, name }) => [number, name]));
      const coming = people.filter(({ outcome }) => outcome === 'new').map(({ number }) => names.get(number) ?? '');
      return [
        row.number,
        {
          ...{ come: count('new'), go: goes.length, stay: count('same') + count('changed') },
          ...{ coming: coming.slice(0, MOST_NAMES), going: goes.slice(0, MOST_NAMES).map((id) => nameOf(accounts.get(id))) },
        },
      ];
    }),
  );
}

const membersOf = async (tx: Db, importId: number, rows: readonly MeetingRow[]): Promise<Map<string, MeetingMember[]>> =>
  Map.groupBy(
    await listMeetingMembers(
      tx,
      importId,
      rows.map(({ external_id }) => external_id),
    ),
    ({ within_id }) => within_id,
  );

interface JudgeMeans {
  members: ReadonlyMap<string, readonly MeetingMember[]>;
  roles: Awaited<ReturnType<typeof listClassRoles>>;
  isWhole: boolean;
  sourceOf: SourceOf;
}

function judge(row: MeetingRow, course: Candidate, { members, roles, isWhole, sourceOf }: JudgeMeans) {
  const all = members.get(row.external_id) ?? [];
  const listed = all.flatMap(({ number, local_id, role, is_left, is_added }) =>
    is_left || is_added || role === null ? [] : [{ number, accountId: local_id, role }],
  );
  const isOther = course.people_source !== null && course.people_source !== sourceOf(row.school_id);
  // a row that is wrong may be anybody's: nobody goes because of it
  const isSound = !all.some(({ is_left }) => is_left);
  return judgeClass(listed, { ownerId: course.owner_id, roles: roles.get(course.id) ?? new Map(), isOther }, { isWhole: isWhole && isSound });
}

/** Puts decisions into the rows of a preview: of the classes, and of who is in them. */
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
    const judged = judge(row, course, { ...means, members, roles });
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
        ...{
          kind: 'member',
          outcome: 'ends',
          schoolId: row.school_id,
          externalId,
          withinId: row.external_id,
          file: '',
          line: 0,
          name: '',
          detail: course.name,
        },
        ...{ role: 'STUDENT', localId: accountId, fields: { met: true, courseId: course.id }, said: [{ column: '', value: '', code: 'notOnList' }] },
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

/** What a row of a person has besides what meetings put there. */
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

/** The row of a class: what is empty here is filled in, and what differs stays and is said. */
function toClassChange({ row, decision, course, proposal }: Decided, names: ReadonlyMap<number, string>): RowChange {
  const { changes: _changes, ...own } = row.fields;
  const meeting: Meeting = { decision, proposal, chosen: course && { courseId: course.id, looks: looksOf(course) } };
  const fields = { ...own, meeting };
  const base = { number: row.number, localId: course?.id ?? null };
  if (decision === 'undecided') {
    const said: Said = { column: '', value: '', code: 'undecided', params: { name: names.get(proposal?.courseId ?? 0) ?? row.fields.name } };
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
  const said = others.map((field): Said => ({ column: field, value: own[field], code: 'staysHere', params: { ours: course[field] } }));
  return { ...base, outcome: 'changed', fields: { ...fields, changes }, said };
}

/** Decides about classes of a preview, and counts it anew. */
export async function decide(means: Means, roster: Roster, decided: readonly Decided[]): Promise<void> {
  const before = await tallyRows(means.tx, means.importId);
  await settle(means, decided);
  await retell(means, roster, before);
}

/** Counts a preview anew: what becomes of its rows, and of which classes so many people would go that somebody has to say so. */
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
