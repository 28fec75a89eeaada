/**
 * Retention: how long a school keeps data about people, and the job of each night that ends what is due.
 *
 * Invariants: every class of data has a term, and "never" is none; the job ends rows by their declarations alone, at each
 * school in its own night; nothing of a held person or class, or of a lesson that runs, is deleted or erased, also when the
 * hold is made while the job runs; the shown counts are those of the job's own conditions.
 */
import {
  HOLD_YEARS,
  holdCreate,
  holdEnd,
  holdRenew,
  type MessageKey,
  retentionChange,
  retentionDue,
  retentionPreview,
  retentionView,
  TERMS,
  type Term,
  type Terms,
  type Translate,
} from '@classwright/contract';
import type { FileUse, Manifest } from '../../../manifest.ts';
import { audit } from '../../../platform/audit/index.ts';
import type { Db, Tx } from '../../../platform/database/index.ts';
import { createDateWriter } from '../../../platform/dates.ts';
import { appError, fieldError } from '../../../platform/errors.ts';
import { type Actor, implement } from '../../../platform/http/index.ts';
import { type JobKind, scheduledJob } from '../../../platform/jobs/index.ts';
import { lockHolds } from '../../../platform/personal-data/holds-queries.ts';
import type { Declaration } from '../../../platform/personal-data/index.ts';
import { readSchema } from '../../../platform/personal-data/read-schema.ts';
import { countDue, type DueSum, planRetention } from '../../../platform/personal-data/retain-queries.ts';
import { saveTerm } from '../../../platform/personal-data/save-term-queries.ts';
import type { Schema } from '../../../platform/personal-data/schema.ts';
import { readTerms } from '../../../platform/personal-data/terms-queries.ts';
import { deleteUnusedFiles, type FileStorage } from '../../school/files/index.ts';
import { findDueMoments } from './find-due.ts';
import { endWholeYears, type EndYearsDependencies } from './end-years.ts';
import { personalData } from './personal-data.ts';
import {
  endHold,
  findHeldThing,
  findSchoolNow,
  insertHold,
  leaveOutDone,
  listClassNames,
  listDeparted,
  listHolds,
  listOwnTerms,
  listPeriods,
  listRuns,
  listSchoolsNow,
  lockHold,
  renewHold,
  type SchoolNow,
} from './queries.ts';
import { type RetentionDependencies, runNights } from './run.ts';
import { addDays, addYears, findYearEnd, listYearEnds } from './school-year.ts';

interface RetentionModuleDependencies extends Pick<RetentionDependencies, 'backgroundDb'> {
  storage: Pick<FileStorage, 'remove'>;
  /** Returns the declarations of all tables. */
  listDeclared: () => ReadonlyMap<string, Declaration>;
  /** Returns the kinds of things that use files. */
  listFileUses: () => readonly FileUse[];
  /** The place of the backups, where files of ended years are too. */
  backup: EndYearsDependencies['yearFiles'];
  t: Translate<MessageKey>;
  language: { locale: string };
}

const SHOWN = { classes: 20, people: 50 };
const AHEAD_DAYS = 30;

export function retentionModule({ backgroundDb, storage, listDeclared, listFileUses, backup, t, language }: RetentionModuleDependencies): Manifest {
  let schema: Schema | null = null;
  const sources = () => ({ declared: listDeclared(), schema: (schema ??= readSchema()) });
  const job = retentionJob({
    backgroundDb,
    sources,
    yearFiles: backup,
    deleteUnusedFiles: (tx, ids) => deleteUnusedFiles(tx, { storage, uses: listFileUses() }, ids),
  });
  const dayInWords = (day: string): string => createDateWriter('day', 'UTC', language.locale)(new Date(`${day}T00:00:00Z`));
  /** Counts what is due at a school on a day, by rows of terms and by people. */
  const count = async (tx: Db, school: SchoolNow, { terms, day, only }: { terms: Terms; day: string; only?: Term }) => {
    const { declared, schema } = sources();
    const moments = await findDueMoments(tx, school, terms, day);
    const steps = planRetention(schema, declared).steps.filter(({ term }) => only === undefined || term === only);
    const due = steps.map((step) => ({ step, due: { schoolId: school.id, before: moments[step.term] } }));
    const departed =
      only === undefined || only === 'identity'
        ? await listDeparted(tx, { schoolId: school.id, before: moments.identity, limit: SHOWN.people })
        : { people: [], count: 0 };
    return { sums: await countDue(tx, schema, due), departed };
  };
  const implementations = [
    implement(retentionView, async ({ tx, actor, input }) => {
      const school = await requireSchool(tx, actor, input.school_id);
      const ends = listYearEnds(await listPeriods(tx, school.id));
      return {
        school_id: school.id,
        school: school.name,
        terms: await readTerms(tx, school.id),
        own: await listOwnTerms(tx, school.id),
        year_ends: findYearEnd(school.today, ends),
        today: school.today,
        begins_on: school.begins_on > school.today ? school.begins_on : null,
        holds: await listHolds(tx, school.id),
        runs: await listRuns(tx, school.id),
      };
    }),
    implement(retentionDue, async ({ tx, actor, input }) => {
      const school = await requireSchool(tx, actor, input.school_id);
      const until = addDays(school.today, AHEAD_DAYS);
      const { sums, departed } = await count(tx, school, { terms: await readTerms(tx, school.id), day: until });
      const classes = sums
        .filter((sum) => sum.class === null)
        .toSorted((one, other) => other.rows - one.rows)
        .slice(0, SHOWN.classes);
      const names = await listClassNames(
        tx,
        classes.flatMap(({ course_id }) => (course_id === null ? [] : [course_id])),
      );
      return {
        until,
        due: sums.filter(isOfClass).map(({ class: of, term, rows, people }) => ({ class: of, term, rows, people })),
        classes: classes.map(({ course_id, rows }) => ({ id: course_id, name: course_id === null ? null : (names.get(course_id) ?? null), rows })),
        people: departed.people,
        people_count: departed.count,
      };
    }),
    implement(retentionPreview, async ({ tx, actor, input: { school_id, term, amount } }) => {
      const school = await requireSchool(tx, actor, school_id);
      const terms = await readTerms(tx, school.id);
      const sumOf = async (of: Terms) => {
        const { sums, departed } = await count(tx, school, { terms: of, day: school.today, only: term });
        return { rows: sums.filter(isOfClass).reduce((sum, { rows }) => sum + rows, 0), people: departed.count };
      };
      const now = await sumOf(terms);
      const then = await sumOf({ ...terms, [term]: amount });
      return { ...then, now: now.rows };
    }),
    implement(retentionChange, async ({ tx, actor, input, requestId }) => {
      const school = await requireSchool(tx, actor, input.school_id);
      const before = await readTerms(tx, school.id);
      const given = Object.entries(input.terms).filter((entry): entry is [Term, number] => entry[1] !== undefined);
      const after = { ...before, ...Object.fromEntries(given) };
      if (after.grades > after.identity) throw fieldError('terms', 'retention.gradesNeedNames');
      const changed = given.filter(([term, amount]) => before[term] !== amount);
      for (const [term, amount] of changed) await saveTerm(tx, school.id, term, amount);
      if (changed.length > 0)
        await audit(tx, actor, {
          action: retentionChange.name,
          subjectType: 'school',
          subjectId: school.id,
          before: Object.fromEntries(changed.map(([term]) => [term, before[term]])),
          after: Object.fromEntries(changed),
          requestId,
        });
      return { terms: after, message: t('retention.saved', { school: school.name }) };
    }),
    implement(holdCreate, async ({ tx, actor, input, requestId }) => {
      await lockHolds(tx, { making: true });
      const thing = await findHeldThing(tx, actor.reach, { accountId: input.account_id ?? null, courseId: input.course_id ?? null });
      if (!thing) throw appError('NOT_FOUND');
      checkUntil(input.until, thing.today);
      const id = await insertHold(tx, { ...thing, reason: input.reason, until: input.until, madeBy: actor.accountId });
      if (id === null) throw appError('HOLD_OPEN', { name: thing.name });
      const { account_id, course_id } = thing;
      await audit(tx, actor, {
        action: holdCreate.name,
        subjectType: account_id === null ? 'course' : 'account',
        subjectId: account_id ?? course_id,
        after: { hold: id, until: input.until },
        requestId,
      });
      const hold = (await lockHold(tx, actor.reach, id))!;
      return { hold, message: t('retention.held', { name: hold.name, date: dayInWords(hold.until) }) };
    }),
    implement(holdRenew, async ({ tx, actor, input, requestId }) => {
      await lockHolds(tx, { making: true });
      const hold = await lockHold(tx, actor.reach, input.id);
      const thing = hold && (await findHeldThing(tx, actor.reach, { accountId: hold.account_id, courseId: hold.course_id }));
      if (!hold || !thing) throw appError('NOT_FOUND');
      checkUntil(input.until, thing.today);
      await renewHold(tx, hold.id, input.until);
      await audit(tx, actor, {
        action: holdRenew.name,
        subjectType: hold.account_id === null ? 'course' : 'account',
        subjectId: hold.account_id ?? hold.course_id,
        before: { until: hold.until },
        after: { until: input.until },
        requestId,
      });
      return { hold: { ...hold, until: input.until }, message: t('retention.held', { name: hold.name, date: dayInWords(input.until) }) };
    }),
    implement(holdEnd, async ({ tx, actor, input, requestId }) => {
      await lockHolds(tx, { making: true });
      const hold = await lockHold(tx, actor.reach, input.id);
      if (!hold) throw appError('NOT_FOUND');
      await endHold(tx, hold.id, actor.accountId);
      await audit(tx, actor, {
        action: holdEnd.name,
        subjectType: hold.account_id === null ? 'course' : 'account',
        subjectId: hold.account_id ?? hold.course_id,
        before: { hold: hold.id, until: hold.until },
        requestId,
      });
      return { message: t('retention.holdEnded', { name: hold.name }) };
    }),
  ];
  return { personalData, implementations, jobs: [job] };
}

/** The hours of a school's night in which data is ended: from 1 to 5 in the morning. */
const [FIRST_HOUR, LAST_HOUR] = [1, 4];

/** Ends once a night, at each school in its own time zone, what is no longer kept. */
const retentionJob = (dependencies: RetentionDependencies & EndYearsDependencies): JobKind<never> =>
  scheduledJob(
    'retention',
    30,
    async (_scheduled, { standBack }) => {
      const schools = await listSchoolsNow(dependencies.backgroundDb);
      const now = schools.filter(({ hour, today, begins_on }) => hour >= FIRST_HOUR && hour <= LAST_HOUR && today >= begins_on);
      const nights = await leaveOutDone(dependencies.backgroundDb, now);
      if (nights.length === 0) return;
      await endWholeYears(dependencies, schools);
      await runNights(dependencies, nights, { standBack });
    },
    'calm',
  ) as JobKind<never>;

const isOfClass = (sum: DueSum): sum is DueSum & { class: NonNullable<DueSum['class']>; term: Term } =>
  sum.class !== null && sum.term !== null && sum.term in TERMS;

/** Returns the school that is meant: the one asked for, else the caller's own, else the first. @throws NOT_FOUND */
async function requireSchool(tx: Db | Tx, actor: Actor, asked: number | undefined): Promise<SchoolNow & { id: number; name: string }> {
  const school = await findSchoolNow(tx, actor.reach, asked ?? actor.schoolId ?? undefined);
  if (!school) throw appError('NOT_FOUND');
  return school;
}

/** Makes sure that a hold lasts at least until today, and not for longer than is allowed. */
function checkUntil(until: string, today: string): void {
  if (until < today || until > addYears(today, HOLD_YEARS)) throw fieldError('until', 'retention.invalidUntil', { years: HOLD_YEARS });
}
