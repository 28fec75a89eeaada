import { ideaEvidence, ideaTable, type IdeaEvidence, MAX_TABLE_LESSONS, type TableIdeaView } from '@classwright/contract';
import { addTallies, type Tally } from '@classwright/rules/ideas/share';
import { countAnonymousLessons } from '@classwright/rules/results/anonymous-lessons';
import { appError } from '../../../platform/errors.ts';
import { implement, type Implementation } from '../../../platform/http/index.ts';
import { isInReach } from '../../../platform/reach-queries.ts';
import { listMovingReasons } from './answers-queries.ts';
import { findIdea } from './queries.ts';
import { ownLessons, requireScope } from './scope-queries.ts';
import {
  hasIdeas,
  type HeldCounts,
  type IdeaCellRow,
  listCells,
  listChoices,
  listLessons,
  listOthers,
  listQuestions,
  listSchools,
  listUnnamed,
  type ReviewGroupRow,
  sumByClass,
  sumIdeas,
  sumReviews,
} from './table-queries.ts';

/** The most wrong responses without an idea that a table shows. */
const MAX_UNNAMED = 8;
/** The most reasons that a page of an idea shows. */
const MAX_REASONS = 20;

/** Returns a tally, or null without answers. */
export const toTally = (count: number, of: number): Tally | null => (of > 0 ? { count, of } : null);

/** Returns the three tallies of counts. */
const toHeld = (row: HeldCounts) => ({
  first: toTally(row.first, row.answered_first),
  second: toTally(row.second, row.answered_second),
  transfer: toTally(row.transfer, row.answered_transfer),
});

/** Implements what classes believe: the table of ideas by lesson, and the evidence about one idea. */
export function implementTable(): Implementation[] {
  return [
    implement(ideaTable, async ({ tx, actor, input }) => {
      const { school_id } = input;
      const scope = await requireScope(tx, actor, input);
      const own = await requireScope(tx, actor, { school_id });
      const lessons = await listLessons(tx, scope, MAX_TABLE_LESSONS);
      const sessionIds = lessons.map(({ session_id }) => session_id);
      const [totals, cells, unnamed, choices, schools, has_ideas] = await Promise.all([
        sumIdeas(tx, scope),
        listCells(tx, sessionIds),
        listUnnamed(tx, sessionIds, MAX_UNNAMED),
        listChoices(tx, own),
        listSchools(tx, actor.reach, ownLessons(actor)),
        hasIdeas(tx, actor.reach, school_id ?? null),
      ]);
      const places = new Map(sessionIds.map((id, place) => [id, place]));
      const cellsOf = Map.groupBy(cells, ({ idea_id }) => idea_id);
      const lessonOf = new Map(lessons.map((lesson) => [lesson.session_id, lesson]));
      return {
        lessons: lessons.map(({ session_id: _session, ...lesson }) => lesson),
        ideas: totals
          .map(({ id, name, sentence, lessons: count, ...row }) => ({
            id,
            name,
            sentence,
            total: { ...toHeld(row), lessons: count },
            cells: toCells(cellsOf.get(id) ?? [], places),
          }))
          .sort(byNewest),
        unnamed: unnamed.map(({ session_id, first, answered_first, second, answered_second, ...row }) => {
          const { assessment_id, class_name, held_on } = lessonOf.get(session_id)!;
          return { ...row, assessment_id, class_name, held_on, first: { count: first, of: answered_first }, second: toTally(second, answered_second) };
        }),
        ...choices,
        schools,
        has_ideas,
      };
    }),
    implement(ideaEvidence, async ({ tx, actor, input }) => {
      const idea = await findIdea(tx, actor.reach, input.id);
      if (!idea) throw appError('IDEA_NOT_FOUND');
      const own = ownLessons(actor);
      const { schoolId } = actor;
      const [groups, reviews, others, questions, reasons] = await Promise.all([
        sumByClass(tx, idea.id, own),
        sumReviews(tx, idea.id, own),
        actor.isAdmin || schoolId === null ? [] : listOthers(tx, idea.id, schoolId, own),
        listQuestions(tx, idea.id, isInReach(actor.reach, 'found.school_id'), own),
        // students' words stay in their school
        listMovingReasons(tx, idea.id, isInReach(actor.reach, 'held.school_id'), MAX_REASONS),
      ]);
      const published = others.slice(0, countAnonymousLessons(others.map(({ teacher_id }) => teacher_id)));
      const { id, name, sentence, subject_name, standard_name, is_shared, school_name } = idea;
      const views = groups.map((group) => ({
        class_id: group.course_id,
        class_name: group.class_name,
        level_name: group.level_name,
        year: group.year,
        lessons: group.lessons,
        ...toHeld(group),
        ...toRounds(reviews.filter(({ course_id, year }) => course_id === group.course_id && year === group.year)),
      }));
      return {
        idea: { id, name, sentence, subject_name, standard_name, is_shared, school_name },
        total: { lessons: views.reduce((sum, { lessons }) => sum + lessons, 0), ...sumHeld(groups), ...toRounds(reviews) },
        groups: views,
        others: published.length === 0 ? null : { lessons: published.length, ...sumHeld(published) },
        questions: questions.map(({ question_id, title, responses, lessons, ...row }) => ({ question_id, title, responses, lessons, ...toHeld(row) })),
        reasons: reasons.map(({ response, is_valid, comment, moved, was_dealt }) => ({ response, is_valid, comment, moved, was_dealt })),
      } satisfies Omit<IdeaEvidence, 'status'>;
    }),
  ];
}

function toCells(rows: readonly IdeaCellRow[], places: ReadonlyMap<number, number>): TableIdeaView['cells'] {
  return rows.map((row) => ({ lesson: places.get(row.session_id) as number, ...toHeld(row) })).sort((left, right) => left.lesson - right.lesson);
}

/** Orders ideas by their newest lesson shown, then by the share that still held them there, then by name. */
function byNewest(left: TableIdeaView, right: TableIdeaView): number {
  const [one, other] = [left.cells[0], right.cells[0]];
  const newest = (one?.lesson ?? Number.MAX_SAFE_INTEGER) - (other?.lesson ?? Number.MAX_SAFE_INTEGER);
  return newest || shareLeft(other) - shareLeft(one) || left.name.localeCompare(right.name);
}

function shareLeft(cell: TableIdeaView['cells'][number] | undefined): number {
  const last = cell?.transfer ?? cell?.second ?? cell?.first;
  return last ? last.count / last.of : 0;
}

function sumHeld(rows: readonly HeldCounts[]) {
  const sum = (count: keyof HeldCounts, of: keyof HeldCounts) => {
    const all = addTallies(rows.map((row) => ({ count: row[count], of: row[of] })));
    return toTally(all.count, all.of);
  };
  return { first: sum('first', 'answered_first'), second: sum('second', 'answered_second'), transfer: sum('transfer', 'answered_transfer') };
}

/** Returns the tallies of the reviews after a week and after three. */
function toRounds(rows: readonly ReviewGroupRow[]): { week: Tally | null; weeks: Tally | null } {
  const of = (round: 1 | 2) => {
    const all = addTallies(rows.filter((row) => row.round === round).map(({ held, answered }) => ({ count: held, of: answered })));
    return toTally(all.count, all.of);
  };
  return { week: of(1), weeks: of(2) };
}
