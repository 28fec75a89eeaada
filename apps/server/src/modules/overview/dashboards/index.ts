/**
 * Dashboards: figures about the school, for each audience.
 *
 * Invariants: rights alone decide the reach, before anything is read; a figure and its rows use one condition; past
 * events count forever, as the facts of lessons record them, and current states count the present data.
 */
import {
  asMessage,
  assignmentsDashboard,
  attendanceDashboard,
  attendanceDetails,
  attendanceStudents,
  dashboardDefinitions,
  dashboardLists,
  dashboards,
  enrollmentDashboard,
  gradesDashboard,
  liveDashboard,
  type DashboardList,
  type MessageKey,
  questionBankAccounts,
  questionBankDashboard,
  questionBankQuestions,
  type Translate,
} from '@classwright/contract';
import type { Manifest } from '../../../manifest.ts';
import type { Db } from '../../../platform/database/index.ts';
import { type DashboardTurns, filtersOf, implementDashboard, isOfWholeSchool, readInTurn, scopeOf } from '../../../platform/dashboards/index.ts';
import { appError, tooManyRequests, fieldError } from '../../../platform/errors.ts';
import { Gate } from '../../../platform/waiting/index.ts';
import { type Actor, can, implement, type Implementation } from '../../../platform/http/index.ts';
import { toPagination } from '../../../platform/lists.ts';
import { assignmentsSources } from './assignments-queries.ts';
import { attendanceSources, findStudent, listAttendances, listDays } from './attendance-queries.ts';
import { enrollmentSources } from './enrollment-queries.ts';
import { getCalendar, listChoices } from './list-queries.ts';
import { countRunning, listLessons, listWeeks, liveSources, sumLessonForms } from './live-queries.ts';
import { gradesSources } from './pieces-queries.ts';
import { isAuthor, listAuthors, listAuthorTypes, listQuestions, type QuestionScope, questionSources } from './question-queries.ts';
import { requireFilters, reachOf } from './reach.ts';
import { sumsJob } from './sums.ts';
import { toCodeWords, toDefinitionView } from './views.ts';
import { type WeeklyOptions, weeklyJob } from './weekly.ts';
import { personalData } from './personal-data.ts';

export { updateSums } from './sums.ts';

const access = { reachOf, requireFilters };
const FIRST_STUDENTS = { search: '', sort: 'name', direction: 'asc', page: 1, per_page: 25 } as const;
const FIRST_QUESTIONS = { search: '', page: 1, per_page: 25, account_type_id: null, account_id: null };

export interface DashboardsOptions {
  /** The database, for work outside calls. */
  backgroundDb: Db;
  t: Translate<MessageKey>;
  access: WeeklyOptions['access'];
  notifier: WeeklyOptions['notifier'];
  /** Null: no mail is sent here, and nobody gets a weekly report. */
  mail: object | null;
}

export function dashboardsModule({ backgroundDb: db, t, access: engine, notifier, mail }: DashboardsOptions): Manifest {
  // each takes the database tenths of a second, a file seconds, and a lesson needs the database at the same time
  const oneAtATime = () => new Gate({ atOnce: 1, maxWaiting: 1000, refusal: () => tooManyRequests(10) });
  const turns = { counts: oneAtATime(), files: oneAtATime() };
  const parts = { t, turns, ...access, calendarOf: (db: Db, { schoolId }: Actor) => getCalendar(db, schoolId) };
  return {
    jobs: [sumsJob(db), ...(mail ? [weeklyJob({ db, access: engine, notifier })] : [])],
    personalData,
    implementations: [
      implementDefinitions(t),
      ...implementDashboard(enrollmentDashboard, { ...parts, sources: enrollmentSources }),
      ...implementDashboard(assignmentsDashboard, { ...parts, sources: assignmentsSources }),
      ...implementDashboard(gradesDashboard, { ...parts, sources: gradesSources }),
      ...implementDashboard(liveDashboard, {
        ...parts,
        sources: liveSources,
        extra: async (db, scope) => ({
          running: await countRunning(db, scope.reach),
          weeks: await listWeeks(db, scope),
          lessons: await listLessons(db, scope),
          whole: await sumLessonForms(db, scope),
        }),
      }),
      ...implementDashboard(attendanceDashboard, {
        ...parts,
        sources: attendanceSources,
        extra: async (db, scope) => ({ running: await countRunning(db, scope.reach), students: (await listAttendances(db, scope, FIRST_STUDENTS)).data }),
      }),
      ...implementDashboard(questionBankDashboard, {
        ...parts,
        sources: questionSources,
        extra: async (db, scope) => ({ account_types: await listAuthorTypes(db, scope), questions: (await listQuestions(db, scope, FIRST_QUESTIONS)).data }),
      }),
      ...implementAttendance(turns),
      ...implementQuestionSearch(turns),
      ...Object.entries(dashboardLists).map(([name, endpoint]) =>
        implement(endpoint, async ({ tx, actor, input }) => ({
          data: await listChoices(tx, name as DashboardList, reachOf(actor as Actor), input as { query: string; limit: number; id?: number; left: boolean }),
        })),
      ),
    ],
  };
}

function implementDefinitions(t: Translate<MessageKey>): Implementation {
  return implement(dashboardDefinitions, async ({ tx, actor }) => {
    const reach = reachOf(actor);
    const calendar = await getCalendar(tx, actor.schoolId);
    const mine = dashboards.filter(({ declaration: { resource } }) => can(actor, resource, 'view'));
    return {
      is_own: reach.of === 'student',
      sees_school: isOfWholeSchool(reach),
      ...calendar,
      data: mine.map(({ declaration }) => toDefinitionView(declaration, reach, t)),
      words: toCodeWords(t),
    };
  });
}

function implementAttendance(turns: DashboardTurns): Implementation[] {
  return [
    implement(attendanceStudents, async ({ tx, actor, input }) => {
      const scope = await scopeOf(attendanceDashboard.declaration, access, { tx, actor, input });
      const { data, total } = await readInTurn(turns, scope, actor, () => listAttendances(tx, scope, input));
      return { students: data, pagination: toPagination(input, total) };
    }),
    implement(attendanceDetails, async ({ tx, actor, input }) => {
      const scope = await scopeOf(attendanceDashboard.declaration, access, { tx, actor, input });
      const name = await findStudent(tx, scope, input.id);
      if (name === null) throw appError('NOT_FOUND');
      return { student: { id: input.id, name }, data: await listDays(tx, scope, input.id) };
    }),
  ];
}

/**
 * Refuses authors, and types of authors, whose questions the caller cannot reach at all. With these filters they may
 * have none.
 */
async function holdAuthor(
  db: Db,
  scope: QuestionScope,
  { account_type_id: type, account_id: author }: { account_type_id: number | null; account_id: number | null },
): Promise<void> {
  const everything = { ...scope, filters: filtersOf(questionBankDashboard.declaration, {}) };
  if (type !== null && !(await listAuthorTypes(db, everything)).some(({ id }) => id === type))
    throw fieldError('account_type_id', 'dashboard.gone', { label: asMessage('dashboard.filter.accountType') });
  if (author !== null && !(await isAuthor(db, everything, author)))
    throw fieldError('account_id', 'dashboard.gone', { label: asMessage('dashboard.column.author') });
}

function implementQuestionSearch(turns: DashboardTurns): Implementation[] {
  return [
    implement(questionBankQuestions, async ({ tx, actor, input }) => {
      const asked = await scopeOf(questionBankDashboard.declaration, access, { tx, actor, input });
      const of = { account_type_id: input.account_type_id ?? null, account_id: input.account_id ?? null };
      const { data, total } = await readInTurn(turns, asked, actor, async () => {
        await holdAuthor(tx, asked, of);
        return listQuestions(tx, asked, { ...input, ...of });
      });
      return { questions: data, pagination: toPagination(input, total) };
    }),
    implement(questionBankAccounts, async ({ tx, actor, input }) => {
      const asked = await scopeOf(questionBankDashboard.declaration, access, { tx, actor, input });
      const type = input.account_type_id ?? null;
      const { data, total } = await readInTurn(turns, asked, actor, async () => {
        await holdAuthor(tx, asked, { account_type_id: type, account_id: null });
        return listAuthors(tx, asked, { ...input, account_type_id: type });
      });
      return { accounts: data, pagination: toPagination(input, total) };
    }),
  ];
}
