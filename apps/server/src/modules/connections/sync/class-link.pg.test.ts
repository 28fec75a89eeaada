import { syncConnect, syncLink, syncLinkRead, syncUnlink } from '@classwright/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inTransaction } from '../../../platform/database/index.ts';
import { createClass } from '../../class/classes/index.ts';
import { startSyncedSchool, type SyncedSchool } from './testing/synced-school.ts';

let school: SyncedSchool;
beforeAll(async () => {
  school = await startSyncedSchool();
});
afterAll(() => school.close());

/** Creates a teacher with a class that was made here. */
async function startClass() {
  const schoolId = await school.scenario.school();
  const teacher = await school.bring('teachers', schoolId);
  const courseId = await inTransaction(school.app.db, (tx) => createClass(tx, { schoolId, ownerId: teacher.accountId, name: 'Physics' }));
  const link = (body: object = { create: true }) => teacher.call(syncLink, { params: { id: courseId }, body });
  const read = async () => (await teacher.call(syncLinkRead, { params: { id: courseId } })).body.link;
  return { schoolId, teacher, courseId, link, read };
}
type Started = Awaited<ReturnType<typeof startClass>>;
/** Creates the link of a class with a source in the database. */
const linkWith = async (kind: 'roster_file' | 'google_classroom', { schoolId, courseId }: Started, isOwner: boolean) => {
  await sql`
    WITH made AS (INSERT INTO external_sources (school_id, kind, name) VALUES (${schoolId}, ${kind}, 'Source') ON CONFLICT DO NOTHING RETURNING id),
         source AS (SELECT id FROM made UNION SELECT id FROM external_sources WHERE school_id = ${schoolId} AND kind = ${kind})
    INSERT INTO external_links (source_id, kind, external_id, local_id, owns_people) SELECT id, 'class', '7701', ${courseId}, ${isOwner} FROM source`.execute(
    school.app.db,
  );
};
/** Creates a connection without any details. */
const connectBarely = async ({ schoolId, teacher }: Started, scopes = '{}') => {
  await sql`
    WITH made AS (INSERT INTO external_sources (school_id, kind, name) VALUES (${schoolId}, 'google_classroom', 'Google Classroom') ON CONFLICT DO NOTHING RETURNING id),
         source AS (SELECT id FROM made UNION SELECT id FROM external_sources WHERE school_id = ${schoolId} AND kind = 'google_classroom')
    INSERT INTO sync_connections (source_id, account_id, subject, email, scopes, origin)
    SELECT id, ${teacher.accountId}, ${`bare-${schoolId}`}, 'bare@google.example', ${scopes}, 'https://learn.school.test' FROM source`.execute(school.app.db);
};

describe('the link of a class with Google Classroom', () => {
  test('[B1895] a class whose people a roster keeps is no class of Google Classroom, and can become one', async () => {
    const klass = await startClass();
    await school.connect(klass.teacher);
    await linkWith('roster_file', klass, true);
    expect(await klass.read()).toBeNull();
    expect((await klass.teacher.call(syncUnlink, { params: { id: klass.courseId } })).error?.code).toBe('SYNC_NOT_LINKED');
    const made = await klass.link();
    expect([made.status, made.error]).toEqual([200, null]);
    await school.app.server.jobs.runDue();
    expect(await klass.read()).toMatchObject({ state: 'linked' });
  });

  test('[B1895] one that is linked already says so, whatever is known of its link', async () => {
    const klass = await startClass();
    await school.connect(klass.teacher);
    await linkWith('google_classroom', klass, false);
    expect(await klass.read()).toMatchObject({ external_id: '7701' });
    expect((await klass.link()).error?.code).toBe('SYNC_LINKED_ALREADY');
    expect((await klass.link({ external_id: '7701' })).error?.code).toBe('SYNC_LINKED_ALREADY');
  });

  test('[B1895] a connection without its tokens is refused by Google in words, and not by an error of ours', async () => {
    const klass = await startClass();
    await connectBarely(klass);
    const made = await klass.link();
    expect([made.status < 500, made.error?.message ?? made.body.message]).toEqual([true, expect.any(String)]);
    await school.app.server.jobs.runDue();
    expect(await klass.read()).toMatchObject({ state: 'lost', problem: expect.any(String) });
  });
});

test('[B1896] where Google does not answer while somebody connects, it is said of the sync and not of signing in', async () => {
  const far = await startSyncedSchool({}, { google: { issuer: new URL('http://127.0.0.1:9'), clientId: 'client', clientSecret: 'secret' } });
  try {
    const teacher = await far.bring('teachers', await far.scenario.school());
    const { status, error } = await teacher.call(syncConnect, {});
    expect([status, error?.code, error?.message]).toEqual([503, 'SYNC_GOOGLE_UNREACHABLE', expect.not.stringMatching(/password|card|[Ss]ign-in/)]);
  } finally {
    await far.close();
  }
});
