import { syncConnect, syncConnectFinish, syncRunRead, type SyncRunView } from '@classwright/contract';
import { createScenario, startTestApp, type TestPerson } from '../../../../testing/index.ts';
import type { ClassroomSettings, PushSettings } from '../../../../platform/config.ts';
import type { TestAppOptions } from '../../../../testing/app.ts';
import { type SimulatedClassroom, startClassroom, type User } from '../../../../testing/classroom/index.ts';
import type { ClassroomSetting } from '../../../../testing/classroom/index.ts';

const ORIGIN = 'https://learn.school.test';

const DAY_MS = 86_400_000;
/**
 * Ten past ten in the morning (UTC), at the start of every test: minutes pass within the hour and hours within the day.
 */
const BEGINS_AT_MS = (10 * 60 + 10) * 60_000;

const TOPIC = 'projects/project-1/topics/changes';
const SUBSCRIPTION = 'projects/project-1/subscriptions/ours';

/** Returns a school's settings for Google's change notifications. */
function pushOf(google: SimulatedClassroom): PushSettings {
  google.pubsub.subscribe(TOPIC, SUBSCRIPTION);
  const { client_email: email, private_key: privateKey, private_key_id: keyId, token_uri } = google.serviceAccount();
  const credentials = { email, privateKey, keyId, tokenUrl: new URL(token_uri) };
  return { url: new URL(google.url), topic: TOPIC, subscription: SUBSCRIPTION, credentials };
}

interface SyncedSchoolOptions extends TestAppOptions {
  /** True when Google sends change notifications through its Pub/Sub. */
  hasPush?: boolean;
}

/**
 * Starts the product with a simulated Google Classroom, which its settings point to. On both sides it is ten past ten:
 * scheduled work, at full hours and once a day, is due when a test lets time pass and never by chance.
 */
export async function startSyncedSchool(
  setting: ClassroomSetting = {},
  { hasPush = false, ...options }: SyncedSchoolOptions = {},
  settings: Partial<ClassroomSettings> = {},
) {
  let movedMs = 0;
  const now = (): number => Date.now() + movedMs;
  const google = await startClassroom({ clock: now, ...setting, redirectUris: [`${ORIGIN}/sync-connect`] });
  const app = await startTestApp({
    publicUrl: new URL(ORIGIN),
    google: { issuer: new URL(google.issuer), clientId: google.clientId, clientSecret: google.clientSecret },
    classroom: { url: new URL(google.url), quota: { project: 100_000, person: 100_000 }, ...(hasPush ? { push: pushOf(google) } : {}), ...settings },
    ...options,
  });
  const scenario = createScenario(app);
  let made = 0;

  /** Creates a person with an account on both sides, with the same address. */
  async function bring(
    role: 'admin' | 'teachers' | 'student',
    schoolId: number,
    said: { isEmailHidden?: boolean } = {},
  ): Promise<TestPerson & { there: User }> {
    made += 1;
    const email = `both${made}@school.test`;
    const person = await scenario.person(role, schoolId);
    await app.db.updateTable('accounts').set({ email, email_key: email }).where('id', '=', person.accountId).execute();
    const there = google.people.add({
      email,
      givenName: person.firstName,
      familyName: person.lastName,
      domain: 'school.test',
      isTeacher: role !== 'student',
      ...said,
    });
    return { ...person, there };
  }

  /** Gives consent like a person at Google. Returns the response of the finished connection. */
  async function connect(person: TestPerson & { there: User }, scopes?: readonly string[], as: User = person.there) {
    const { url, secret } = (await person.call(syncConnect)).body;
    const asked = new URL(url).searchParams;
    const { code } = await consent(google, as, asked, scopes);
    const answer = new URLSearchParams({ code, state: asked.get('state') ?? '', iss: google.issuer }).toString();
    return person.call(syncConnectFinish, { body: { answer, secret } });
  }

  /** Runs due jobs until the run has ended, or waits. */
  async function settle(person: TestPerson, run: Pick<SyncRunView, 'id'>): Promise<SyncRunView> {
    await app.server.jobs.runDue();
    return (await person.call(syncRunRead, { params: { id: run.id } })).body.run;
  }
  /** Lets time pass here and at Google. */
  async function advance(ms: number): Promise<void> {
    movedMs += ms;
    await app.clock.advanceMs(ms);
  }
  /** Does the same, and runs the jobs that are due at that time. */
  async function pass(ms: number): Promise<void> {
    await advance(ms);
    await app.server.jobs.runSchedules();
    await app.server.jobs.runDue();
  }
  await advance((DAY_MS + BEGINS_AT_MS - (now() % DAY_MS)) % DAY_MS);
  return {
    google,
    app,
    now,
    scenario,
    bring,
    connect,
    settle,
    advance,
    pass,
    topic: TOPIC,
    subscription: SUBSCRIPTION,
    close: () => Promise.all([app.close(), google.close()]),
  };
}

export type SyncedSchool = Awaited<ReturnType<typeof startSyncedSchool>>;

async function consent(google: SimulatedClassroom, user: User, asked: URLSearchParams, scopes?: readonly string[]): Promise<{ code: string }> {
  const code = google.consent({
    subject: user.id,
    scopes: scopes ?? (asked.get('scope') ?? '').split(' '),
    clientId: asked.get('client_id') ?? '',
    redirectUri: asked.get('redirect_uri') ?? '',
    codeChallenge: asked.get('code_challenge') ?? '',
    ...(asked.get('nonce') ? { nonce: asked.get('nonce') as string } : {}),
    isPrompted: true,
  });
  return { code: typeof code === 'string' ? code : await code };
}
