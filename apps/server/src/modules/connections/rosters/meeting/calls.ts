import {
  type MessageKey,
  type RosterClassHere,
  rosterMeet,
  rosterMeetingClasses,
  rosterMeetings,
  type RosterMeetingView,
  type Translate,
} from '@classwright/contract';
import { audit } from '../../../../platform/audit/index.ts';
import type { Db, Tx } from '../../../../platform/database/index.ts';
import { appError, fieldError } from '../../../../platform/errors.ts';
import { type Actor, implement, type Implementation } from '../../../../platform/http/index.ts';
import { toPagination } from '../../../../platform/lists.ts';
import { createSourceOf } from '../apply/doing.ts';
import { findRosterImport, lockRosterImport, type RosterImport } from '../queries.ts';
import { toRosterView } from '../views.ts';
import { type Decided, decide } from './decide.ts';
import { computeExchanges } from './exchange.ts';
import { saveMatchDecisions } from './meet.ts';
import { meetingOf, proposeFor } from './propose.ts';
import { type Candidate, findTaker, listCandidates, listMeetingMembers, listMeetingRows, listTermTitles, type MeetingRow } from './queries.ts';
import { findSourceIds } from './require-meetings-hold.ts';

/**
 * Implements listing the classes of a preview that are new to its source, and deciding if each is new here or one of
 * ours.
 */
export function implementMeetings({ t }: { t: Translate<MessageKey> }): Implementation[] {
  const toHere = (one: Candidate, row: MeetingRow | null): RosterClassHere => ({
    ...{ id: one.id, name: one.name, section: one.section, teacher: one.teacher, is_archived: one.is_archived },
    people_from: one.people_source === 0 ? t('peopleSource.kind.by_hand') : one.people_from,
    taken_by: one.linked_as !== null && one.linked_as !== row?.external_id ? one.linked_as : null,
  });

  async function requirePreview(db: Db, { reach }: Actor, id: number): Promise<RosterImport> {
    const row = await findRosterImport(db, id, reach);
    if (!row) throw appError('NOT_FOUND');
    return row;
  }

  return [
    implement(rosterMeetings, async ({ tx, actor, input }) => {
      const roster = await requirePreview(tx, actor, input.id);
      if (roster.status !== 'preview') return { data: [], pagination: toPagination(input, 0) };
      const { page, per_page, decision, search_text: searchText } = input;
      const { rows, total } = await listMeetingRows(tx, roster.id, { decision, searchText, limit: per_page, offset: (page - 1) * per_page });
      return { data: await toViews(tx, roster, rows), pagination: toPagination(input, total) };
    }),
    implement(rosterMeetingClasses, async ({ tx, actor, input }) => {
      const roster = await requirePreview(tx, actor, input.id);
      const [row] = (await listMeetingRows(tx, roster.id, { numbers: [input.row] })).rows;
      if (!row) throw appError('NOT_FOUND');
      const sourceOf = await findSourceIds(tx, roster);
      const { query, limit } = input;
      const found = await listCandidates(tx, { schoolId: row.school_id, sourceId: sourceOf(row.school_id), query, limit });
      return { data: found.map((one) => toHere(one, row)) };
    }),
    implement(rosterMeet, async ({ tx, actor, input, requestId }) => {
      const roster = await lockRosterImport(tx, input.id, actor.reach);
      if (!roster) throw appError('NOT_FOUND');
      if (roster.status !== 'preview') throw appError('ROSTER_NOT_PREVIEW');
      const search = input.rows ? { numbers: input.rows } : input.as === 'undecided' ? { isDecided: true } : { decision: 'undecided' as const };
      const { rows } = await listMeetingRows(tx, roster.id, search);
      if (rows.length === 0) throw fieldError('rows', 'rosters.meet.none');
      const means = { tx, importId: roster.id, sourceOf: await findSourceIds(tx, roster), isWhole: roster.options.isWhole === true, onlyEnds: null };
      const { decided, changed } = await toDecided(tx, roster, rows, input, means.sourceOf);
      await decide(means, roster, [...decided, ...changed]);
      const ensureSource = createSourceOf(tx, roster);
      for (const [schoolId, ofSchool] of Map.groupBy(decided, ({ row }) => row.school_id)) await saveMatchDecisions(tx, await ensureSource(schoolId), ofSchool);
      const [only] = decided;
      const after = {
        ...{ name: roster.file_name, as: input.as, classes: decided.length },
        ...(decided.length === 1 && only ? { class: only.row.name, course: only.course?.name ?? '' } : {}),
      };
      await audit(tx, actor, { action: rosterMeet.name, subjectType: 'roster', subjectId: roster.id, after, requestId });
      const now = (await lockRosterImport(tx, roster.id, actor.reach)) as RosterImport;
      return { import: toRosterView(now, t), message: inWords(input.as, decided.length, changed.length) };
    }),
  ];

  function inWords(as: 'proposals' | 'sure' | 'new' | 'ours' | 'undecided', count: number, changed: number): string {
    const what = as === 'new' || as === 'undecided' ? as : 'ours';
    const message = count === 0 ? t('rosters.met.none') : t(`rosters.met.${what}`, { count });
    return changed === 0 ? message : t('rosters.met.changed', { message, count: changed });
  }

  async function toViews(tx: Db, roster: RosterImport, rows: readonly MeetingRow[]): Promise<RosterMeetingView[]> {
    const sourceOf = await findSourceIds(tx, roster);
    const courseIdOf = (row: MeetingRow): number => meetingOf(row).chosen?.courseId ?? meetingOf(row).proposal?.courseId ?? 0;
    const courses = new Map<number, Candidate>();
    for (const [schoolId, ofSchool] of Map.groupBy(rows, (row) => row.school_id))
      for (const one of await listCandidates(tx, { schoolId, sourceId: sourceOf(schoolId), ids: ofSchool.map(courseIdOf) })) courses.set(one.id, one);
    const pairs = rows.flatMap((row) => {
      const course = courses.get(courseIdOf(row));
      return course ? [{ row, course }] : [];
    });
    const exchanges = await computeExchanges({ tx, importId: roster.id, isWhole: roster.options.isWhole === true, sourceOf }, pairs);
    const ids = rows.map(({ external_id }) => external_id);
    const teachers = Map.groupBy(
      (await listMeetingMembers(tx, roster.id, ids)).filter(({ role, is_added }) => role === 'TEACHER' && !is_added),
      ({ within_id }) => within_id,
    );
    const titles = await listTermTitles(
      tx,
      roster.id,
      [...new Set(rows.map(({ school_id }) => sourceOf(school_id)))].filter((id) => id !== null),
    );
    return rows.map((row): RosterMeetingView => {
      const { decision, proposal, chosen } = meetingOf(row);
      const course = decision === 'new' ? undefined : courses.get(courseIdOf(row));
      const isProposed = proposal !== null && (chosen === null || chosen.courseId === proposal.courseId);
      return {
        ...{ number: row.number, external_id: row.external_id, name: row.fields.name, code: row.detail || row.fields.section, decision },
        teachers: (teachers.get(row.external_id) ?? []).map(({ name }) => name),
        terms: row.fields.sessions.flatMap((id) => titles.get(id) ?? []),
        course: course ? toHere(course, row) : null,
        grounds: course && isProposed ? { code: proposal.by, is_sure: proposal.isSure, message: t(`rosters.grounds.${proposal.by}`) } : null,
        people: course ? (exchanges.get(row.number) ?? null) : null,
      };
    });
  }

  /** Validates the decisions. @throws NOT_FOUND, CLASS_ARCHIVED, ROSTER_CLASS_TAKEN, VALIDATION_FAILED */
  async function toDecided(
    tx: Tx,
    roster: RosterImport,
    rows: readonly MeetingRow[],
    { as, course_id: courseId }: { as: 'proposals' | 'sure' | 'new' | 'ours' | 'undecided'; course_id?: number | undefined },
    sourceOf: (schoolId: number) => number | null,
  ): Promise<{ decided: Decided[]; changed: Decided[] }> {
    if (as === 'new') return { decided: rows.map((row) => ({ row, decision: 'new', course: null, proposal: meetingOf(row).proposal })), changed: [] };
    if (as === 'ours') {
      const [row] = rows;
      if (!row || rows.length > 1) throw fieldError('rows', 'rosters.meet.one');
      if (courseId === undefined) throw fieldError('course_id', 'validation.required', { field: t('rosters.field.class') });
      const [course] = await listCandidates(tx, { schoolId: row.school_id, sourceId: sourceOf(row.school_id), ids: [courseId] });
      if (!course) throw appError('NOT_FOUND');
      if (course.is_archived) throw appError('CLASS_ARCHIVED');
      const other = course.linked_as ?? (await findTaker(tx, roster.id, course.id, row.number));
      if (other !== null) throw appError('ROSTER_CLASS_TAKEN', { name: course.name, other });
      return { decided: [{ row, decision: 'ours', course, proposal: meetingOf(row).proposal }], changed: [] };
    }
    const chosen = new Set((await listMeetingRows(tx, roster.id, { decision: 'ours' })).rows.map((row) => meetingOf(row).chosen?.courseId));
    const numbers = new Set(rows.map(({ number }) => number));
    // all undecided classes get their proposals together, so that no class is proposed twice
    const open = (await listMeetingRows(tx, roster.id, {})).rows.filter((row) => numbers.has(row.number) || meetingOf(row).decision === 'undecided');
    const [decided, changed]: [Decided[], Decided[]] = [[], []];
    for (const [schoolId, ofSchool] of Map.groupBy(open, (row) => row.school_id)) {
      const own = ofSchool.filter(({ number }) => numbers.has(number)).map((row) => meetingOf(row).chosen?.courseId);
      const free = (await listCandidates(tx, { schoolId, sourceId: sourceOf(schoolId), isFree: true })).filter(({ id }) => !chosen.has(id) || own.includes(id));
      const now = await proposeFor({ tx, importId: roster.id, sourceOf }, ofSchool, free);
      const byId = new Map(free.map((one) => [one.id, one]));
      for (const row of ofSchool.filter(({ number }) => numbers.has(number))) {
        const proposal = now.get(row.number) ?? null;
        const before = meetingOf(row).proposal;
        const course = byId.get(proposal?.courseId ?? 0);
        const isSame = proposal?.courseId === before?.courseId && proposal?.looks === before?.looks;
        if (as === 'undecided') decided.push({ row, decision: 'undecided', course: null, proposal });
        else if (!isSame) changed.push({ row, decision: 'undecided', course: null, proposal });
        else if (proposal && course && (as === 'proposals' || proposal.isSure)) decided.push({ row, decision: 'ours', course, proposal });
      }
    }
    return { decided, changed };
  }
}
