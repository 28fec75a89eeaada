import { type ComparedLessonView, lessonCompare, MAX_COMPARED_LESSONS } from '@classwright/contract';
import { computeGain } from '@classwright/rules/results/gain';
import { countAnonymousLessons } from '@classwright/rules/results/anonymous-lessons';
import { appError } from '../../../platform/errors.ts';
import { implement, type Implementation } from '../../../platform/http/index.ts';
import { getStaffLesson } from '../live/index.ts';
import { type AskedRow, type ComparedCounts, type ComparedLessonRow, findAsked, listOthersLessons, listOwnLessons } from './compare-queries.ts';

/**
 * Compares a question's results across lessons: one's own lessons side by side, other teachers' as one sum without
 * names.
 */
export function implementCompare(): Implementation {
  return implement(lessonCompare, async ({ tx, input, actor }) => {
    await getStaffLesson(tx, actor, input.assessment_id);
    const asked = await findAsked(tx, input.assessment_id);
    if (!asked) throw appError('SNAPSHOT_MISSING');
    const own = await listOwnLessons(tx, asked, actor, MAX_COMPARED_LESSONS);
    const others = await listOthersLessons(tx, asked, actor);
    const told = others.slice(0, countAnonymousLessons(others.map(({ teacher_id }) => teacher_id)));
    return {
      lessons: own.map((row) => toLessonView(row, asked)),
      total: own[0]?.total ?? 0,
      others: told.length > 0 ? { lessons: told.length, ...toCompared(sumOf(told)) } : null,
    };
  });
}

function toCompared(counts: ComparedCounts) {
  const { kept_right, wrong_to_right, right_to_wrong, kept_wrong } = counts;
  const moves = { kept_right, wrong_to_right, right_to_wrong, kept_wrong };
  return {
    first: { answered: counts.answered_first, right: counts.right_first },
    second: { answered: counts.answered_second, right: counts.right_second },
    moves,
    gain: computeGain(moves),
  };
}

function toLessonView(row: ComparedLessonRow, asked: AskedRow): ComparedLessonView {
  const isSameTransfer = row.transfer_question_id === asked.transfer_question_id;
  return {
    assessment_id: row.assessment_id,
    title: row.title,
    class_name: row.class_name,
    held_on: row.held_on,
    is_same_version: row.question_version_id === asked.question_version_id,
    ...toCompared(row),
    transfer: isSameTransfer ? { answered: row.answered_transfer ?? 0, right: row.right_transfer ?? 0 } : null,
  };
}

const NOTHING: ComparedCounts = {
  answered_first: 0,
  right_first: 0,
  answered_second: 0,
  right_second: 0,
  kept_right: 0,
  wrong_to_right: 0,
  right_to_wrong: 0,
  kept_wrong: 0,
};

function sumOf(lessons: readonly ComparedCounts[]): ComparedCounts {
  const fields = Object.keys(NOTHING) as (keyof ComparedCounts)[];
  return lessons.reduce<ComparedCounts>((sum, lesson) => Object.fromEntries(fields.map((field) => [field, sum[field] + lesson[field]])) as never, NOTHING);
}
