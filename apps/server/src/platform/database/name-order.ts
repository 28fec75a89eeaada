import { type RawBuilder, sql } from 'kysely';

const columnOf = (person: string | null, column: string): RawBuilder<string> => sql.ref<string>(person === null ? column : `${person}.${column}`);

/**
 * What a person is sorted by first: the last name, or the first name where there is no last one, so that "Budiman" is among
 * the Bs. `person` is the alias of the table; null: the columns stand without one. Indexes of `accounts` have this expression.
 */
export const familyNameOrder = (person: string | null): RawBuilder<string> =>
  sql`coalesce(nullif(${columnOf(person, 'last_name')}, ''), ${columnOf(person, 'first_name')}) COLLATE natural_order`;

/** What a person is sorted by after that. */
export const firstNameOrder = (person: string | null): RawBuilder<string> => sql`${columnOf(person, 'first_name')} COLLATE natural_order`;

/** The order of every list of people by name, in one direction; an id comes after it. */
export const nameOrder = (person: string | null, direction: RawBuilder<unknown> = sql`ASC`): RawBuilder<unknown> =>
  sql`${familyNameOrder(person)} ${direction}, ${firstNameOrder(person)} ${direction}`;
