import { MONDAY_NAMES, type MondayView } from '@classwright/contract';
import { weigh } from '@classwright/rules/results/attention';
import { toReadableMath } from '@classwright/rules/rich-text/readable-math';
import type { Db } from '../../../platform/database/index.ts';
import { type Actor, can } from '../../../platform/http/index.ts';
import { listOwnClasses, loadOwnClasses } from '../../lesson/results/index.ts';
import {
  findNextLesson,
  findSurvived,
  findTimeZone,
  findWeek,
  listLessonsOfWeek,
  type MondayScope,
  type NextLessonRow,
  type SurvivedRow,
} from './monday-queries.ts';

/** Loads a week of somebody's lessons. `day`: any day of the week; null: the newest week with lessons. */
export async function loadMonday(db: Db, actor: Actor, day: string | null): Promise<MondayView> {
  const scope = await scopeOf(db, actor);
  const week = await findWeek(db, scope, day, await findTimeZone(db, actor.schoolId));
  const [lessons, survived] = week ? [await listLessonsOfWeek(db, scope, week), await findSurvived(db, scope, week)] : [[], null];
  const next = await findNextLesson(db, actor.accountId);
  return { of: scope.of, week, lessons, attention: await loadNames(db, actor), survived: survived && toReadable(survived), next: next && toNext(next) };
}

/** Returns the response with formulas as people read them, since Home draws none. */
const toReadable = (survived: SurvivedRow): SurvivedRow => ({
  ...survived,
  question: toReadableMath(survived.question),
  response: toReadableMath(survived.response),
});

/** Returns the classes a person teaches; for people without any who see a whole school, that school. */
async function scopeOf(db: Db, actor: Actor): Promise<MondayScope> {
  const seesSchool = actor.isAdmin || can(actor, 'dashboards', 'view-school');
  if (!seesSchool || (await listOwnClasses(db, actor.accountId)).length > 0) return { of: 'own', accountId: actor.accountId };
  return { of: 'school', schoolId: 'all' in actor.reach ? null : actor.reach.schoolId };
}

/** Returns the most urgent names of all classes. Only people who run lessons see names. */
async function loadNames(db: Db, actor: Actor): Promise<MondayView['attention']> {
  const classes = can(actor, 'live-lessons', 'run') ? await loadOwnClasses(db, actor.accountId) : [];
  const names = classes.flatMap(({ course_id, class_name, data }) => data.map((student) => ({ course_id, class_name, student })));
  names.sort((left, right) => weigh(right.student.reasons) - weigh(left.student.reasons));
  return { total: names.length, names: names.slice(0, MONDAY_NAMES) };
}

function toNext({ questions, complete, ...lesson }: NextLessonRow): MondayView['next'] {
  const missing: NonNullable<MondayView['next']>['missing'] = [];
  if (questions < 2) missing.push('questions');
  if (complete < questions) missing.push('responses');
  if (lesson.start_time === null) missing.push('period');
  return { ...lesson, missing };
}
