import { type RawBuilder, sql } from 'kysely';

/** Returns true between three and four at night in a zone, when a school's sources are read automatically. */
export const isNightIn = (zone: RawBuilder<unknown>): RawBuilder<boolean> => sql<boolean>`extract(hour FROM app_now() AT TIME ZONE ${zone}) = 3`;
