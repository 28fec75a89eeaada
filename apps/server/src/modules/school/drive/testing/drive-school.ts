import { driveConnect, driveConnectFinish } from '@classwright/contract';
import { type SimulatedClassroom, startClassroom, type User } from '../../../../testing/classroom/index.ts';
import type { TestAppOptions } from '../../../../testing/app.ts';
import { createScenario, startTestApp, type TestPerson } from '../../../../testing/index.ts';

const ORIGIN = 'https://learn.school.test';
export const DRIVE_FILE = 'https://www.googleapis.com/auth/drive.file';

export type Both = TestPerson & { there: User };

/** Starts the product with a simulated Google, whose Drive replaces the real one through the settings. */
export async function startDriveSchool(options: TestAppOptions = {}) {
  const google = await startClassroom({ redirectUris: [`${ORIGIN}/drive-picker`] });
  const app = await startTestApp({
    publicUrl: new URL(ORIGIN),
    google: { issuer: new URL(google.issuer), clientId: google.clientId, clientSecret: google.clientSecret },
    drive: { url: new URL(google.url), apiKey: 'key-of-the-school', appId: '123456789012', scriptUrl: new URL('https://apis.google.com/js/api.js') },
    ...options,
  });
  const scenario = createScenario(app);
  let made = 0;

  /** Creates a person with an account on both sides. */
  async function bring(role: 'admin' | 'teachers' | 'student', schoolId: number): Promise<Both> {
    made += 1;
    return { ...(await scenario.person(role, schoolId)), there: google.people.add({ email: `drive${made}@school.test` }) };
  }

  /** Starts to connect, and consents at Google as a user. Returns the data that the picker's window sends. */
  async function consent(person: Both, { scopes, as = person.there }: { scopes?: readonly string[]; as?: User } = {}) {
    const { url, secret } = (await person.call(driveConnect)).body;
    const asked = new URL(url).searchParams;
    const code = await answerConsent(google, as, asked, scopes ?? (asked.get('scope') ?? '').split(' '));
    return { secret, answer: new URLSearchParams({ code, state: asked.get('state') ?? '', iss: google.issuer }).toString(), asked };
  }

  async function connect(person: Both, said: { scopes?: readonly string[]; as?: User } = {}) {
    const { secret, answer } = await consent(person, said);
    return person.call(driveConnectFinish, { body: { answer, secret } });
  }

  /** Puts a file into a person's Drive and picks it, as they do in Google's window. */
  function pick(person: Both, file: { name: string; mimeType: string; bytes?: Buffer; size?: number }): string {
    const { id } = google.drive.add(person.there, file);
    google.drive.pick(person.there, id, google.project.id);
    return id;
  }
  return { google, app, scenario, bring, consent, connect, pick, close: () => Promise.all([app.close(), google.close()]) };
}

export type DriveSchool = Awaited<ReturnType<typeof startDriveSchool>>;

async function answerConsent(google: SimulatedClassroom, user: User, asked: URLSearchParams, scopes: readonly string[]): Promise<string> {
  return google.consent({
    subject: user.id,
    scopes,
    clientId: asked.get('client_id') ?? '',
    redirectUri: asked.get('redirect_uri') ?? '',
    codeChallenge: asked.get('code_challenge') ?? '',
    nonce: asked.get('nonce') ?? '',
    isPrompted: true,
  });
}
