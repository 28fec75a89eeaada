import { type RawBuilder, sql } from 'kysely';

const columnOf = (person: string | null, column: string): RawBuilder<string> => sql.ref<string>(person === null ? column : `${person}.${column}`);

/**
 * The first sort key of a person: the last name, or the first name when there is no last one, so that "Budiman" is
 * among the Bs. `person` is the alias of the table; null: columns without an alias. Indexes of `accounts` use this
 * expression.
 */
export const familyNameOrder = (person: string | null): RawBuilder<string> =>
  sql`coalesce(nullif(${columnOf(person, 'last_name')}, ''), ${columnOf(person, 'first_name')}) COLLATE natural_order`;

/** The second sort key of a person. */
export const firstNameOrder = (person: string | null): RawBuilder<string> => sql`${columnOf(person, 'first_name')} COLLATE natural_order`;

/** Returns the sort order for every list of people by name, in one direction. An id comes after it. */
export const nameOrder = (person: string | null, direction: RawBuilder<unknown> = sql`ASC`): RawBuilder<unknown> =>
  sql`${familyNameOrder(person)} ${direction}, ${firstNameOrder(person)} ${direction}`;

/**
 * The moment of a statement's rows, as a number that grows with every transaction that ends: how many transaction ids
 * are assigned and no longer in progress, in the statement's own snapshot. Of two statements run by any processes, the
 * one with the higher number saw everything that the other saw. Source: PostgreSQL, "Transaction ID and Snapshot
 * Information Functions".
 */
export const AS_OF = sql<number>`(SELECT pg_snapshot_xmax(s)::text::bigint - (SELECT count(*) FROM pg_snapshot_xip(s)) FROM pg_current_snapshot() s)`;

/**
 * Passes a list as an array whose length PostgreSQL does not see when it plans. It guesses the length of others, and
 * plans a named statement again at each call with a list that is shorter than its guess: that takes longer than the
 * statement itself.
 */
export const anyLength = (values: readonly unknown[], type: 'bigint' | 'bytea'): RawBuilder<unknown> => {
  const array = sql.raw(`${type}[]`);
  // Numbers are passed as one text: the driver takes milliseconds to write out some thousands.
  const given = type === 'bigint' ? `{${values.join(',')}}` : [...values];
  return sql`(SELECT ${given}::${array})::${array}`;
};

/**
 * True until a planned period of a day has ended, in a school's time zone; without an end time, until the day has ended.
 * Each is the name of a column.
 */
export function isStillAhead({ day, endTime, timeZone }: { day: string; endTime: string; timeZone: string }): RawBuilder<boolean> {
  const now = sql`(app_now() AT TIME ZONE ${sql.ref(timeZone)})`;
  return sql`${sql.ref(day)} >= ${now}::date AND ${sql.ref(day)} + coalesce(${sql.ref(endTime)}, time '24:00') > ${now}`;
}
