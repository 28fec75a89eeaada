import { apiClientCreate, rosterApply, rosterSourceCreate, rosterSourceRead, rosterSourceReads, rosterSourceUpdate } from '@classwright/contract';
import { readTestSettings } from '@classwright/server/platform/config';
import { buildAppOn, type TestApp } from '@classwright/server/testing/build-app';
import { movableClock } from '@classwright/server/testing/movable-clock';
import { openTestPostgres } from '@classwright/server/testing/postgres';
import { createScenario } from '@classwright/server/testing/scenario';
import { withMigratedDatabase } from '@classwright/server/testing/scratch-database';
import { largeSchool } from './large-school.ts';
import { measureGrowth, measureBlockedMs } from './lib.ts';

/**
 * One installation reads a school of 20,000 people, 1,000 classes and 200,000 enrollments of another over OneRoster,
 * page by page: until its preview is ready, and again once it was applied, when nothing is new. Each is compared with
 * requesting the same pages and discarding them. Exits with 1 when the second reading shows anything new, or the
 * process grows by more than 150 MB. Both installations share the event loop here, so how long it was blocked is
 * printed but not judged. Takes another number of people as an argument.
 */
const PEOPLE = Number(process.argv[2] ?? 20_000);
const MOST_MEGABYTES = 150;
/** The page size of a reading. */
const PAGE_RECORDS = 500;
const COLLECTIONS = ['orgs', 'academicSessions', 'courses', 'classes', 'teachers', 'students', 'enrollments'];

const fail = (sentence: string): void => {
  console.log(`  ${sentence}`);
  process.exitCode = 1;
};

/** Gives each reading its own app access, so that none waits for another one's limit. */
async function letIn(app: TestApp, admin: Awaited<ReturnType<ReturnType<typeof createScenario>['person']>>, schoolId: number) {
  const { body } = await admin.call(apiClientCreate, { body: { name: 'Reader', school_id: schoolId, scopes: ['roster.readonly'] } });
  return { client_id: body.client.client_id, client_secret: body.client_secret, url: `${await app.listen()}/ims/oneroster` };
}
type Access = Awaited<ReturnType<typeof letIn>>;

/** Requests all pages and discards them. Returns their number. */
async function askForPages({ client_id: id, client_secret: secret, url }: Access): Promise<number> {
  const granted = await fetch(`${url}/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`, 'content-type': 'application/x-www-form-urlencoded' },
    body: 'grant_type=client_credentials',
  });
  const { access_token: token } = (await granted.json()) as { access_token: string };
  let pages = 0;
  for (const name of COLLECTIONS)
    for (let offset = 0, total = 1; offset < total; offset += PAGE_RECORDS) {
      const reply = await fetch(`${url}/rostering/v1p2/${name}?limit=${PAGE_RECORDS}&offset=${offset}`, { headers: { authorization: `Bearer ${token}` } });
      if (!reply.ok) throw new Error(`${reply.status} ${await reply.text()}`);
      await reply.arrayBuffer();
      total = Number(reply.headers.get('x-total-count'));
      pages += 1;
    }
  return pages;
}

const postgres = await openTestPostgres(readTestSettings().databaseUrl);
try {
  await withMigratedDatabase(postgres, async (farClient, farConnection) => {
    await farClient.query(movableClock);
    for (const statement of largeSchool(PEOPLE)) await farClient.query(statement);
    const far = await buildAppOn({ connection: farConnection, drop: async () => undefined });
    const { rows } = await farClient.query<{ id: number }>(`SELECT id::integer FROM schools WHERE school_name = 'Large'`);
    const largeId = rows[0]!.id;
    const farAdmin = await createScenario(far).person('admin', null);
    await withMigratedDatabase(postgres, async (client, connection) => {
      await client.query(movableClock);
      const app = await buildAppOn({ connection, drop: async () => undefined }, { asksLoopback: true });
      const scenario = createScenario(app);
      const schoolId = await scenario.school();
      const admin = await scenario.person('admin', null);
      const settings = async () => {
        const { url, ...secrets } = await letIn(far, farAdmin, largeId);
        return { name: 'Large', service_url: url, token_url: `${url}/token`, ...secrets };
      };
      const { id } = (await admin.call(rosterSourceCreate, { body: { ...(await settings()), school_id: schoolId } })).body.source;
      const read = async () => {
        await admin.call(rosterSourceRead, { params: { id } });
        await app.server.jobs.runDue();
        return (await admin.call(rosterSourceReads, { params: { id } })).body.data[0]!;
      };
      for (const [which, expected] of [
        ['the first time', 'preview'],
        ['again, unchanged', 'nothing'],
      ] as const) {
        const other = await letIn(far, farAdmin, largeId);
        let startedAt = performance.now();
        const pages = await askForPages(other);
        const pagesMs = performance.now() - startedAt;
        startedAt = performance.now();
        let last: Awaited<ReturnType<typeof read>> | null = null;
        let heldMs = 0;
        const grown = (await measureGrowth(async () => void (heldMs = await measureBlockedMs(async () => void (last = await read()))))) / 1024 / 1024;
        const readMs = performance.now() - startedAt;
        const { records, outcome, import_id: importId, message } = last as unknown as Awaited<ReturnType<typeof read>>;
        console.log(`${PEOPLE} people over OneRoster, ${which}: ${records} records in ${pages} pages`);
        console.log(`  its pages alone ${pagesMs.toFixed(0)} ms, the reading ${readMs.toFixed(0)} ms (ratio ${(readMs / pagesMs).toFixed(2)})`);
        console.log(`  the process grows by ${grown.toFixed(0)} MB; event loop held at a stretch: ${heldMs.toFixed(0)} ms`);
        if (outcome !== expected) fail(`it came to ${outcome}: ${message}`);
        if (grown > MOST_MEGABYTES) fail(`more than ${MOST_MEGABYTES} MB`);
        if (expected !== 'preview' || importId === null) continue;
        await admin.call(rosterApply, { params: { id: importId }, body: { mode: 'partial', create_accounts: true } });
        await app.server.jobs.runDue();
        await admin.call(rosterSourceUpdate, { params: { id }, body: await settings() });
      }
      await app.close();
    });
    await far.close();
  });
} finally {
  await postgres.stop();
}
