import { rosterApply, rosterGet, type RosterMapping, rosterRows } from '@classwright/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createScenario, type Scenario, startTestApp, type TestApp, type TestPerson } from '../../../testing/index.ts';
import { readTrialFile, trialFiles } from '../../../testing/trial-data.ts';
import { createNamedSchool } from './testing/named-school.ts';
import { uploadRoster } from './testing/upload-roster.ts';

const folder = 'rosters';
const filesOf = (path: string) => trialFiles(`${folder}/${path}`).map((name) => ({ name: name.split('/').at(-1) as string, bytes: readTrialFile(name) }));
const whole = filesOf('oneroster-1.1');
const sdsSets = [
  'SDS_Format/100_Users',
  'SDS_Format/25_Users',
  'SDS_Format/Min_Required_Attributes',
  'UK_Format/100_Users',
  'UK_Format/25_Users',
  'UK_Format/Min_Required_Attributes',
];

test.skipIf(whole.length > 0)('TRIAL_DATA is not set: no real rosters are tried', () => expect(whole).toEqual([]));

describe.skipIf(whole.length === 0)('rosters as they are found', () => {
  let app: TestApp;
  let scenario: Scenario;
  let admin: TestPerson;
  const nameSchool = (name: string, domain = '') => createNamedSchool({ app, scenario }, name, domain);
  beforeAll(async () => {
    app = await startTestApp();
    scenario = createScenario(app);
    for (const name of ['Grand Bend High School', 'Grand Bend Middle School', 'Grand Bend Elementary School']) await nameSchool(name);
    admin = await scenario.person('admin', null);
  });
  afterAll(() => app.close());

  const upload = (files: { name: string; bytes: Buffer }[], body: Record<string, unknown> = {}) => uploadRoster(app, admin, files, body);
  const rowsOf = async (id: number, query: Record<string, unknown> = {}) =>
    (await admin.call(rosterRows, { params: { id }, query: { per_page: 200, ...query } })).body.data;
  const doIt = async (id: number, body: Record<string, unknown>) => {
    expect((await admin.call(rosterApply, { params: { id }, body: { mode: 'partial', create_accounts: true, ...body } })).error).toBeNull();
    await app.server.jobs.runDue();
    return (await admin.call(rosterGet, { params: { id } })).body.import;
  };

  test('[B1030] three schools of OneRoster 1.1: all but repeated ids comes in, and the same files again change nothing', { timeout: 120_000 }, async () => {
    const first = (await upload(whole)).import!;
    expect(first.counts).toMatchObject({
      school: { new: 3, error: 0 },
      session: { new: 9 },
      person: { new: 528, error: 0 },
      class: { error: 6 },
    });
    expect(first.counts.class!.new + first.counts.class!.waits).toBe(280);
    // some of the students are in classes of another school than their own, which is not allowed here
    expect(new Set((await rowsOf(first.id, { kind: 'member', outcome: 'error' })).map(({ said }) => said[0]?.code))).toEqual(new Set(['otherSchool']));
    expect(first.remarks.join(' ')).toContain('demographics.csv was not read');
    const done = await doIt(first.id, {});
    expect([done.status, done.failed_rows]).toEqual(['finished', 0]);
    const again = (await upload(whole)).import!;
    expect([again.total_rows, again.counts.person!.same]).toEqual([0, 528]);
    expect(again.counts.class!.waits).toBe(first.counts.class!.waits);
  });

  test('[B1031] each planted fault of the broken files is named at its row', async () => {
    const broken = filesOf('oneroster-1.1-broken');
    expect((await upload(broken)).import?.message).toContain('academicSessions.csv, classes.csv, courses.csv, demographics.csv, orgs.csv');
    const others = whole.filter(({ name }) => !broken.some((file) => file.name === name));
    const { id } = (await upload([...others, ...broken], { missing: 'keep' })).import!;
    const errors = await rowsOf(id, { outcome: 'error' });
    const named = (kind: string) =>
      errors
        .filter((row) => row.kind === kind && !row.said.every(({ code }) => code === 'personUnknown' && row.line > 9))
        .map(({ line, said }) => `${line} ${said.map(({ code }) => code).join(' ')}`);
    expect(named('person')).toEqual(['3 idTwice', '4 email', '8 schoolUnknown', '11 shortRow', '12 longRow', '13 formula', '19 emailTwice']);
    expect(named('member')).toEqual(['2 personUnknown', '3 classUnknown', '4 roleUnknown', '6 idTwice', '7 date', '8 datesCross', '9 required']);
  });

  test.each(sdsSets)('[B1032] School Data Sync, %s', { timeout: 60_000 }, async (set) => {
    const prefix = set.replaceAll(/\W/g, '').toLowerCase();
    for (const [at, name] of ['Contoso High School', 'Fabrikam High School'].entries()) {
      await sql`UPDATE schools SET school_name = school_name || ' of before' WHERE school_name = ${name}`.execute(app.db);
      await nameSchool(name, `${at === 0 ? 'contoso' : 'fabrikam'}.${prefix}.example`);
    }
    const files = filesOf(`microsoft-sds/${set}`);
    const { counts, id, remarks, format } = (await upload(files)).import!;
    const lines = (name: string): number =>
      files
        .find((file) => file.name === name)!
        .bytes.toString()
        .trim()
        .split('\n').length - 1;
    expect([format, counts.person!.new, counts.person!.error]).toEqual(['School Data Sync 1', lines('Student.csv') + lines('Teacher.csv'), 0]);
    expect(counts.class!.new + counts.class!.waits).toBe(lines('Section.csv'));
    expect(remarks.some((remark) => remark === 'Passwords in Student.csv, Teacher.csv were not read and are not stored.')).toBe(!set.includes('Min'));
    const done = await doIt(id, {});
    expect([done.status, done.failed_rows]).toEqual(['finished', 0]);
    const kept = await sql<{ count: number }>`SELECT count(*) AS count FROM roster_rows WHERE roster_rows::text LIKE '%P@ssw%'`.execute(app.db);
    expect(Number(kept.rows[0]?.count)).toBe(0);
  });

  test('[B1033] tables of Ed-Fi through columns that somebody says, with user names where there are no addresses', { timeout: 60_000 }, async () => {
    const schoolId = await nameSchool('Ed-Fi School', 'edfi.example');
    // another set has the same people in another school: their addresses must be free here
    await sql`UPDATE accounts SET email = 'before' || id || '@other.example', email_key = 'before' || id || '@other.example' WHERE school_id <> ${schoolId}`.execute(
      app.db,
    );
    const files = filesOf('edfi');
    const asked = await upload(files, { school_id: schoolId });
    expect(asked.unknown.map(({ file, guess }) => [file, guess?.kind])).toEqual([
      ['contacts.csv', 'ignore'],
      ['courses.csv', 'course'],
      ['sections.csv', 'class'],
      ['staff.csv', 'person'],
      ['staff_sections.csv', 'member'],
      ['students.csv', 'person'],
    ]);
    const said: Record<string, RosterMapping> = {};
    for (const { file, signature, guess } of asked.unknown) {
      const { school: _school, schools: _schools, sessions: _sessions, ...columns } = guess!.columns;
      said[signature] = { ...guess!, columns: file === 'students.csv' ? { ...columns, username: 'id' } : columns };
    }
    const shown = (await upload(files, { school_id: schoolId, mappings: said })).import!;
    expect(shown.counts.person).toMatchObject({ new: 528, error: 0 });
    expect(shown.counts.class!.new).toBeGreaterThan(100);
    const done = await doIt(shown.id, {});
    expect([done.status, done.failed_rows]).toEqual(['finished', 0]);
    const { rows } = await sql<{
      count: number;
    }>`SELECT count(*) AS count FROM accounts WHERE school_id = ${schoolId} AND NOT is_mailable AND email LIKE '%@edfi.example'`.execute(app.db);
    expect(Number(rows[0]?.count)).toBeGreaterThan(490);
    expect((await upload(files, { school_id: schoolId })).import?.total_rows).toBe(0);
  });
});
