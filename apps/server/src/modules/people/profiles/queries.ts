import type { SubgroupField } from '@classwright/rules/results/subgroups';
import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '../../../platform/database/index.ts';

export interface ProfileRow {
  account_id: number;
  school_id: number | null;
  first_name: string;
  last_name: string;
  email: string;
  phone: string;
  picture_file_id: number | null;
  address: string;
  city: string;
  state: string;
  zip: string;
  dob: string | null;
  updated_at: Date | null;
}

export async function findProfile(db: Db, accountId: number): Promise<ProfileRow | null> {
  const { rows } = await sql<ProfileRow>`
    SELECT people.id AS account_id, school_id, first_name, last_name, email, phone_number AS phone, picture_file_id,
           coalesce(address, '') AS address, coalesce(city, '') AS city, coalesce(state, '') AS state, coalesce(zip, '') AS zip,
           to_char(dob, 'YYYY-MM-DD') AS dob, profiles.updated_at
      FROM people LEFT JOIN profiles ON profiles.account_id = people.id WHERE people.id = ${accountId}`.execute(db);
  return rows[0] ?? null;
}

export interface ProfileColumns {
  address: string;
  city: string;
  state: string;
  zip: string;
  dob: string;
}

export async function saveProfile(tx: Tx, accountId: number, { address, city, state, zip, dob }: ProfileColumns): Promise<void> {
  await sql`
    INSERT INTO profiles (account_id, address, city, state, zip, dob) VALUES (${accountId}, ${address}, ${city}, ${state}, ${zip}, ${dob}::date)
    ON CONFLICT (account_id) DO UPDATE SET address = excluded.address, city = excluded.city, state = excluded.state, zip = excluded.zip, dob = excluded.dob`.execute(
    tx,
  );
}

const ROSTER_FIELDS: Readonly<Record<SubgroupField, RawBuilder<string>>> = {
  city: sql`city`,
  state: sql`state`,
  zip: sql`zip`,
  birth_year: sql`coalesce(to_char(dob, 'YYYY'), '')`,
};

/** Returns the value of a field for each of these people; empty or missing if there is none. */
export async function listRosterField(db: Db, accountIds: readonly number[], field: SubgroupField): Promise<Map<number, string>> {
  const { rows } = await sql<{ account_id: number; value: string }>`
    SELECT account_id, ${ROSTER_FIELDS[field]} AS value FROM profiles WHERE account_id = ANY(${[...accountIds]}::bigint[])`.execute(db);
  return new Map(rows.map(({ account_id, value }) => [account_id, value]));
}

/** Returns true when the day has ended everywhere, as a birthday must have. */
export async function isPast(db: Db, day: string): Promise<boolean> {
  const { rows } = await sql<{ past: boolean }>`SELECT ${day}::date <= (app_now() + interval '14 hours')::date AS past`.execute(db);
  return rows[0]?.past ?? false;
}
