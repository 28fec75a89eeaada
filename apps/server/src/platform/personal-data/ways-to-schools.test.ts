import { expect, test } from 'vitest';
import { readSchema } from './read-schema.ts';
import { followWay } from './schema.ts';
import { listWaysToSchools } from './ways-to-schools.ts';

/** Tables whose rows belong to no school, with the reason. A row that names a person goes with the person. */
const OF_NO_SCHOOL: Readonly<Record<string, string>> = {
  ...Object.fromEntries(['account_types', 'actions', 'question_types', 'resources', 'marking_periods'].map((table) => [table, 'all schools share it'])),
  ...Object.fromEntries(
    [
      'access_version',
      'backup_runs',
      'censorship_version',
      'dashboard_changes',
      'dashboard_wanted',
      'data_steps',
      'installation',
      'job_schedules',
      'jobs',
      'limit_spending',
      'live_signals',
    ].map((table) => [table, 'it is of the installation']),
  ),
  ...Object.fromEntries(
    ['quota_buckets', 'room_events', 'room_outbox', 'room_sequences', 'schema_migrations', 'server_processes', 'service_checks', 'table_changes'].map(
      (table) => [table, 'it is of the installation'],
    ),
  ),
  ...Object.fromEntries(
    ['google_sign_ins', 'live_code_guesses', 'password_requests', 'sign_in_lanes', 'file_upload_pieces', 'live_presence', 'sync_pulls'].map((table) => [
      table,
      'its rows end within a day',
    ]),
  ),
  ...Object.fromEntries(
    ['account_access', 'factor_steps', 'one_time_links', 'live_walls'].map((table) => [table, 'its rows go with the account that they name']),
  ),
  ...Object.fromEntries(['erased_rows', 'erasure_slices'].map((table) => [table, 'it is a part of erasures, without names'])),
  question_words: 'words of languages',
};

test('[B2676] each table has a way to the school of its rows, or says here why there is none', () => {
  const schema = readSchema();
  const ways = listWaysToSchools(schema);
  expect([...schema.keys()].filter((table) => !ways.has(table)).toSorted()).toEqual(Object.keys(OF_NO_SCHOOL).toSorted());
  for (const [table, way] of ways) {
    const { last, lastTable } = followWay(schema, table, way);
    expect([table, lastTable === 'schools' ? 'school_id' : last]).toEqual([table, 'school_id']);
  }
});
