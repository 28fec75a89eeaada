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
