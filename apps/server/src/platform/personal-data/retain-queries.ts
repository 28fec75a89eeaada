import { TERMS, type Term } from '@classwright/contract';
import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '../database/index.ts';
import { changeSome, empty, isFilled, remove, sortByDependence } from './erase-queries.ts';
import { type AboutPerson, type ActedBy, type DataClass, type Declaration, isAboutNobody, isAboutPerson, type Way } from './index.ts';
import { Joins } from './joins-queries.ts';
import { followWay, type Schema } from './schema.ts';

type Sql = RawBuilder<unknown>;

/** Rows that the job ends in a transaction. */
const SLICE = 200;

/** The rows of a table that end at the end of a term: they are deleted, or columns of them are emptied. */
export interface RetainStep {
  table: string;
  term: Term;
  class: DataClass;
  ends: 'deleted' | 'emptied';
  columns: readonly string[];
  at: Way;
  orAt: Way | null;
  school: Way;
  /** The people that the rows name, each with the values of rows that do. */
  people: readonly { way: Way; where: Readonly<Record<string, string | undefined>> }[];
  course: Way | null;
}

/** The job's work, as the declarations give it. */
export interface RetainPlan {
  steps: readonly RetainStep[];
  /** Tables whose rows name people and hold no words: they lose the name when the person is erased. */
  withPerson: readonly string[];
  /** Tables with a term that the job cannot reach, with the reason. */
  unreached: readonly string[];
}

/** Tables that end in another way than by their rows: files go when nothing uses them. */
const OWN_WAY: ReadonlySet<string> = new Set(['files']);

/**
 * Returns what ends at the end of which term. Names and what stands by them end with the person, whose erasure begins; the
 * rest ends alone: rows that an erasure deletes are deleted, and others lose what people wrote.
 */
export function planRetention(schema: Schema, declared: ReadonlyMap<string, Declaration>): RetainPlan {
  const steps: RetainStep[] = [];
  const withPerson: string[] = [];
  const unreached: string[] = [];
  for (const [table, declaration] of declared) {
    if (isAboutNobody(declaration) || typeof declaration.keep !== 'string' || OWN_WAY.has(table)) continue;
    const step = describeStep(schema, table, declaration, declaration.keep);
    if (step === null) withPerson.push(table);
    else if (typeof step === 'string') unreached.push(`${table}: ${step}`);
    else steps.push(step);
  }
  const order = sortByDependence(schema, new Set(steps.map(({ table }) => table)));
  return { steps: steps.toSorted((one, other) => order.indexOf(one.table) - order.indexOf(other.table)), withPerson, unreached };
}

/** Returns the step of a table; null when it ends with the person; a sentence when nothing leads to its school or moment. */
function describeStep(schema: Schema, table: string, declaration: AboutPerson | ActedBy, term: Term): RetainStep | string | null {
  if (term === 'identity') return null;
  const isDeleted = declaration.ends === 'delete' || (isAboutPerson(declaration) && declaration.erase === 'delete');
  const columns = declaration.blank ?? [];
  if (!isDeleted && columns.length === 0) return null;
  const subject = isAboutPerson(declaration) ? declaration.subject : declaration.by[0];
  const isLeaving = TERMS[term].after === 'leaving';
  const at = isLeaving ? `${subject}.inactive_since` : declaration.at;
  if (at === undefined) return 'no moment: give its personalData an `at`';
  const known = schema.get(table)!.columns;
  const orAt = declaration.orAt ?? null;
  const school = declaration.school ?? (known.has('school_id') ? 'school_id' : `${subject}.school_id`);
  const course = isAboutPerson(declaration) && declaration.within?.class ? declaration.within.class : known.has('course_id') ? 'course_id' : null;
  try {
    followWay(schema, table, school);
    const canBeEmpty = (way: Way): boolean => {
      const { last, lastTable } = followWay(schema, table, way);
      return schema.get(lastTable)!.columns.get(last)!.isNullable;
    };
    if (!isLeaving && canBeEmpty(at) && (orAt === null || canBeEmpty(orAt))) return `${at} can be empty: give its personalData an \`orAt\` that cannot`;
  } catch (error) {
    return (error as Error).message;
  }
  return { table, term, class: declaration.class, ends: isDeleted ? 'deleted' : 'emptied', columns, at, orAt, school, people: listPeople(declaration), course };
}

function listPeople(declaration: AboutPerson | ActedBy): RetainStep['people'] {
  const subjects = isAboutPerson(declaration) ? [{ subject: declaration.subject, where: declaration.where }, ...(declaration.also ?? [])] : [];
  return [...subjects.map(({ subject, where = {} }) => ({ way: subject, where })), ...(declaration.by ?? []).map((way) => ({ way, where: {} }))];
}

/** A school (null: accounts without one), and the moment before which rows are due. */
export interface Due {
  schoolId: number | null;
  before: Date;
}

/** Returns the condition that a row is due, and that no hold and no running lesson keeps it. */
function isDue(joins: Joins, step: RetainStep, { schoolId, before }: Due): Sql {
  return sql`${isOver(joins, step, before)} AND ${isOfSchool(joins.ref(step.school), schoolId)}`;
}

/** Returns the condition that a column names a school (null: it names none), so that an index answers it. */
export const isOfSchool = (column: Sql, schoolId: number | null): Sql => (schoolId === null ? sql`${column} IS NULL` : sql`${column} = ${schoolId}::bigint`);

/** Returns schools with their moments as a table `due` of `place` (in the list), `school_id` and `before`. */
export const asTable = (due: readonly Due[]): Sql =>
  sql`unnest(${due.map(({ schoolId }) => schoolId)}::bigint[], ${due.map(({ before }) => before)}::timestamptz[], ${due.map((_, place) => place)}::integer[]) AS due (school_id, before, place)`;

/** Returns the last of their moments, by which an index finds the rows that may be due. */
export const latestOf = (due: readonly Due[]): Date => new Date(Math.max(...due.map(({ before }) => before.getTime())));

/** Returns the condition that a column names the school of a row of that table. No school has the number 0. */
export const isOfDue = (column: Sql): Sql => sql`coalesce(${column}, 0) = coalesce(due.school_id, 0)`;

/** Returns the places in a list of schools, each with its moment, that have something due of a step. Reads the table once for all of them. */
export async function listPlacesDue(tx: Tx, schema: Schema, step: RetainStep, due: readonly Due[]): Promise<number[]> {
  const joins = new Joins(schema, step.table);
  const [over, school, moment] = [isOver(joins, step, latestOf(due)), isOfDue(joins.ref(step.school)), momentOf(joins, step)];
  const filled = step.ends === 'emptied' ? sql`AND ${isFilled(schema, step.table, step.columns)}` : sql``;
  const { rows } = await sql<{ place: number }>`
    SELECT DISTINCT due.place FROM ${sql.table(step.table)} AS r ${joins.all} JOIN ${asTable(due)} ON ${school} WHERE ${over} AND ${moment} < due.before ${filled}`.execute(
    tx,
  );
  return rows.map(({ place }) => place);
}

/** Returns the moment from which the term of a row counts. */
const momentOf = (joins: Joins, { at, orAt }: RetainStep): Sql => (orAt === null ? joins.ref(at) : sql`coalesce(${joins.ref(at)}, ${joins.ref(orAt)})`);

/** Returns the condition that a row is of before a moment, and that no hold and no running lesson keeps it. */
function isOver(joins: Joins, step: RetainStep, before: Date): Sql {
  const { people, course } = step;
  const conditions = [sql`${momentOf(joins, step)} < ${before}::timestamptz`];
  for (const { way, where } of people) {
    const is = [sql`held.account_id = ${joins.ref(way)}`, ...Object.entries(where).map(([column, value]) => sql`${sql.ref(`r.${column}`)} = ${value}`)];
    conditions.push(sql`NOT EXISTS (SELECT FROM kept_people held WHERE ${sql.join(is, sql` AND `)})`);
  }
  if (course !== null) conditions.push(sql`NOT EXISTS (SELECT FROM kept_classes kept WHERE kept.course_id = ${joins.ref(course)})`);
  return sql.join(conditions, sql` AND `);
}

/** Ends a slice of what is due of a step. Returns how many rows; 0 when nothing is left. */
export async function endSlice(tx: Tx, schema: Schema, step: RetainStep, due: Due): Promise<number> {
  const joins = new Joins(schema, step.table);
  const condition = isDue(joins, step, due);
  const rows = { joins, condition, person: joins.ref(step.people[0]!.way) };
  return changeSome(tx, step.ends === 'deleted' ? remove(step.table, rows) : empty(schema, step.table, step.columns, rows), SLICE);
}

/** The count of rows and people that are due, of a class of data or in a class of the school. */
export interface DueSum {
  class: DataClass | null;
  term: Term | null;
  course_id: number | null;
  rows: number;
  people: number;
}

/** Counts what is due of steps, by class of data and term (`class` is set), and by class of the school (`class` is null). */
export async function countDue(db: Db | Tx, schema: Schema, due: readonly { step: RetainStep; due: Due }[]): Promise<DueSum[]> {
  if (due.length === 0) return [];
  const parts = due.map(({ step, due: from }) => {
    const joins = new Joins(schema, step.table);
    const condition = isDue(joins, step, from);
    const filled = step.ends === 'emptied' ? sql`AND ${isFilled(schema, step.table, step.columns)}` : sql``;
    const person = joins.ref(step.people[0]!.way);
    const course = step.course === null ? sql`NULL::bigint` : joins.ref(step.course);
    return sql`SELECT ${step.class}::text AS class, ${step.term}::text AS term, ${person} AS person, ${course} AS course_id
      FROM ${sql.table(step.table)} AS r ${joins.all} WHERE ${condition} ${filled}`;
  });
  // Read once for all tables: planned for each of them, what is kept takes longer than counting.
  const { rows } = await sql<DueSum>`
    WITH kept_people AS MATERIALIZED (SELECT account_id FROM kept_people), kept_classes AS MATERIALIZED (SELECT course_id FROM kept_classes)
    SELECT class, term, course_id, count(*)::integer AS rows, count(DISTINCT person)::integer AS people
      FROM (${sql.join(parts, sql` UNION ALL `)}) AS due GROUP BY GROUPING SETS ((class, term), (course_id))`.execute(db);
  return rows;
}

/** The rows of a school in parts of a table. `kept`: those that are not due, or that a hold or a running lesson keeps. */
export interface SchoolSum {
  school_id: number | null;
  rows: number;
  kept: number;
}

/** Counts the rows of a part of a step's table by school, and how many of them are not over at a moment that every school has passed. */
export async function countOver(tx: Tx, schema: Schema, step: RetainStep, { part, before }: { part: string; before: Date }): Promise<SchoolSum[]> {
  const joins = new Joins(schema, step.table);
  const [school, over] = [joins.ref(step.school), isOver(joins, step, before)];
  const { rows } = await sql<SchoolSum>`
    WITH kept_people AS MATERIALIZED (SELECT account_id FROM kept_people), kept_classes AS MATERIALIZED (SELECT course_id FROM kept_classes)
    SELECT ${school} AS school_id, count(*)::integer AS rows, count(*) FILTER (WHERE (${over}) IS NOT TRUE)::integer AS kept
      FROM ${sql.table(part)} AS r ${joins.all} GROUP BY 1`.execute(tx);
  return rows;
}
