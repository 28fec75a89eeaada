import { type RawBuilder, sql } from 'kysely';

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
