import { type RawBuilder, sql } from 'kysely';

/** Whether it is the hour after three at night in a zone: when a school's sources are read by themselves. */
export const isNightIn = (zone: RawBuilder<unknown>): RawBuilder<boolean> => sql<boolean>`extract(hour FROM app_now() AT TIME ZONE ${zone}) = 3`;
