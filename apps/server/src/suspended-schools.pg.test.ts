import {
  accountLinkCreate,
  addressOf,
  allSchoolsList,
  allSchoolsResume,
  allSchoolsSuspend,
  authFactor,
  passwordForgot,
  authGoogleBegin,
  authGoogleFinish,
  authLogin,
  authMe,
  calendarFeedCreate,
  channels,
  contract,
  erasureCreate,
  guardianCodeCheck,
  guardianCodeCreate,
  guardianCodeUse,
  handOffCreate,
  handOffRedeem,
  lessonCodeNames,
  lessonCodeOpen,
  linkUse,
  liveDraft,
  picturesChoose,
  picturesUse,
  seatGuest,
  seatList,
  seatTake,
  seatWithdraw,
  settingsPreferencesGet,
  signInCardsCreate,
} from '@classwright/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { askToken, approveApp, type Program } from './modules/connections/oneroster/testing/program.ts';
import { listNightSources } from './modules/connections/oneroster/consumer/source-queries.ts';
import { listSchoolsNow } from './modules/overview/retention/queries.ts';
import {
  createMailbox,
  createScenario,
  hear,
  type RunningLesson,
  type Scenario,
  startLesson,
  startTestApp,
  type TestApp,
  type TestPerson,
  until,
} from './testing/index.ts';
import { startOpenIdProvider, type TestProvider } from './testing/openid-provider.ts';

const ORIGIN = 'https://learn.school.test';
const PASSWORD = 'four kettles and a moss';
const REASON = 'The contract has ended.';
const REFUSED = 'SCHOOL_SUSPENDED';
const PICTURES = ['cat', 'boat', 'cat', 'moon'];

const mailbox = createMailbox();
let provider: TestProvider;
let app: TestApp;
let scenario: Scenario;
let lesson: RunningLesson;
let operator: TestPerson;
let program: Program;
let email: string;
beforeAll(async () => {
  provider = await startOpenIdProvider(`${ORIGIN}/google-sign-in`);
  app = await startTestApp({ google: provider.setting, publicUrl: new URL(ORIGIN), mailer: mailbox.mailer });
  scenario = createScenario(app);
  lesson = await startLesson(app, scenario, { students: 4 });
  operator = lesson.admin;
  program = await approveApp(app, operator, lesson.schoolId);
  const link = new URL((await operator.call(accountLinkCreate, { params: { id: lesson.otherTeacher.accountId } })).body.url!).hash.replace('#code=', '');
  const signedIn = await app.call(linkUse, { body: { code: link, password: PASSWORD } });
  email = signedIn.body.user.email;
  lesson.otherTeacher.token = signedIn.body.api_token;
}, 240_000);
afterAll(() => Promise.all([app.close(), provider.close()]));
beforeEach(() => resume());

const suspend = async () => expect((await operator.call(allSchoolsSuspend, { body: { ids: [lesson.schoolId], reason: REASON } })).status).toBe(200);
const resume = async () => expect((await operator.call(allSchoolsResume, { body: { ids: [lesson.schoolId] } })).status).toBe(200);

/** Makes a call with nothing but the address: it is decided before anything else is read. */
async function knock(endpoint: (typeof contract)[number], token: string): Promise<string> {
  const reply = await app.server.app.inject({
    method: endpoint.method,
    url: addressOf(endpoint).replace(/:\w+/g, '1'),
    headers: { authorization: `Bearer ${token}` },
    remoteAddress: '127.0.0.1',
  });
  if (endpoint.method === 'HEAD') return reply.statusCode === 403 ? REFUSED : String(reply.statusCode); // it has no body
  return reply.body.startsWith('{') ? String(reply.json().code) : String(reply.statusCode);
}

describe('while a school is suspended', () => {
  test('[B2894] the check costs no statement of its own', async () => {
    await lesson.teacher.call(settingsPreferencesGet);
    const statements = await app.recordStatements(() => lesson.teacher.call(settingsPreferencesGet));
    expect(statements.length).toBeGreaterThan(0);
    expect(statements.filter(({ text }) => text.includes('suspended'))).toEqual([]);
  });

  test('[B2888] every call of its people is refused before anything else, but the text of a running lesson; others are not', async () => {
    await suspend();
    const signedIn = contract.filter(({ access }) => access === 'signed-in' || typeof access === 'object');
    const open: string[] = [];
    for (const endpoint of signedIn) if ((await knock(endpoint, lesson.students[0]!.token)) !== REFUSED) open.push(endpoint.name);
    expect(open.sort()).toEqual(['live.draft', 'post.add']);
    const { error } = await lesson.teacher.call(authMe);
    expect(error).toMatchObject({ code: REFUSED, message: expect.stringContaining(REASON), params: { reason: REASON } });
    const elsewhere = await scenario.person('teachers', await scenario.school());
    expect((await elsewhere.call(authMe)).status).toBe(200);
    expect((await operator.call(authMe)).status).toBe(200);
    await resume();
    expect((await lesson.teacher.call(authMe)).status).toBe(200);
  });

  /** Each way in for which nobody is signed in: the code that it gives, or why it may stay open. */
  const card = async (person: TestPerson, kind: string) =>
    (await lesson.teacher.call(signInCardsCreate, { body: { account_ids: [person.accountId], kind } })).body.cards[0]!.secret as string;
  const code = async () => (await lesson.teacher.call(seatList, { query: { assessment_id: lesson.assessmentId } })).body.code as string;
  const guardianCode = async () => (await lesson.students[2]!.call(guardianCodeCreate, { body: { relation: 'Aunt' } })).body.code as string;
  type Way = () => Promise<() => Promise<string | undefined>>;
  const codeIn = async (reply: Promise<{ error: { code: string } | null; status: number }>) => {
    const { error, status } = await reply;
    return error?.code ?? String(status);
  };
  const WAYS: Readonly<Record<string, Way | string>> = {
    'config.get': 'says the name and the logo of a school at its own host, whose sign-in says the reason',
    'schoolColors.read': 'shades of a color, of no school',
    'schoolLogo.read': 'the logo stays on the sign-in page, which says the reason',
    'auth.google.begin': 'nobody is known yet',
    'auth.google.finish': async () => {
      provider.people.set('sub', { email, email_verified: true });
      const { url, secret } = (await app.call(authGoogleBegin)).body;
      const answer = await provider.choose(url, 'sub');
      return () => codeIn(app.call(authGoogleFinish, { body: { answer, secret, device: '' } }));
    },
    'auth.login': async () => () => codeIn(app.call(authLogin, { body: { email, password: PASSWORD } })),
    'auth.factor': async () => {
      await sql`INSERT INTO time_codes (account_id, secret_sealed, last_step) VALUES (${lesson.otherTeacher.accountId}, '', 0)`.execute(app.db);
      const { error } = await app.call(authLogin, { body: { email, password: PASSWORD } });
      expect(error?.code).toBe('FACTOR_NEEDED');
      const ticket = (error as unknown as { params: { ticket: string } }).params.ticket;
      return async () => {
        // no new step begins, and one that was begun leads to `signInDevice`, as every sign-in does
        const begun = await codeIn(app.call(authLogin, { body: { email, password: PASSWORD } }));
        expect(await codeIn(app.call(authFactor, { body: { ticket, code: '000000' } }))).not.toBe('200');
        await sql`DELETE FROM time_codes`.execute(app.db);
        return begun;
      };
    },
    'auth.passkey.begin': 'nobody is known yet; the passkey itself leads to auth.factor',
    'link.check': 'says to whom a link belongs, to those who have it, and lets nobody in',
    'link.use': async () => {
      const secret = await card(lesson.students[1]!, 'once');
      return () => codeIn(app.call(linkUse, { body: { code: secret, password: 'moss-145-kettle' } }));
    },
    'auth.forgot': async () => async () => {
      mailbox.empty();
      expect((await app.call(passwordForgot, { body: { email } })).status).toBe(200);
      await app.server.jobs.runDue();
      return mailbox.sent.length === 0 ? REFUSED : 'an email was sent';
    },
    'pictures.choose': async () => {
      const secret = await card(lesson.students[3]!, 'pictures');
      return () => codeIn(app.call(picturesChoose, { body: { code: secret, pictures: PICTURES as never } }));
    },
    'pictures.use': async () => {
      const secret = await card(lesson.students[3]!, 'pictures');
      return () => codeIn(app.call(picturesUse, { body: { code: secret, pictures: PICTURES as never } }));
    },
    setUp: 'only while there is no administrator',
    'setUp.check': 'only while there is no administrator',
    'handOff.redeem': async () => {
      const handed = (await lesson.teacher.call(handOffCreate, { body: { target: 'store' } })).body.code;
      return async () => ((await codeIn(app.call(handOffRedeem, { body: { code: handed, target: 'store' } }))) === 'HAND_OFF_REFUSED' ? REFUSED : 'let in');
    },
    'guardianCode.check': async () => {
      const given = await guardianCode();
      return () => codeIn(app.call(guardianCodeCheck, { body: { code: given } }));
    },
    'guardianCode.use': async () => {
      const given = await guardianCode();
      const person = { first_name: 'Ann', last_name: 'Aunt', email: 'ann@home.example', password: PASSWORD, device: '' };
      return () => codeIn(app.call(guardianCodeUse, { body: { code: given, ...person } }));
    },
    'notice.get': 'the privacy notice stays readable',
    'lessonCode.names': async () => {
      const given = await code();
      return () => codeIn(app.call(lessonCodeNames, { body: { code: given, typed: 'Am' } }));
    },
    'lessonCode.open': async () => {
      const given = await code();
      return () => codeIn(app.call(lessonCodeOpen, { body: { code: given } }));
    },
    'seat.guest': async () => {
      const given = await code();
      return () => codeIn(app.call(seatGuest, { body: { code: given } }));
    },
    'seat.take': async () => {
      const given = await code();
      return () => codeIn(app.call(seatTake, { body: { code: given, student_id: lesson.students[0]!.accountId } }));
    },
    'seat.withdraw': async () => {
      const given = await code();
      return () => codeIn(app.call(seatWithdraw, { body: { code: given, student_id: lesson.students[0]!.accountId, request: 'x' } }));
    },
    'walls.code': 'a screen that belongs to nobody yet',
    'walls.pairing': 'a teacher pairs it, which is refused; its token is refused as others are',
    'mailChoice.check': 'lets nobody in: people may end emails at any time',
    'mailChoice.update': 'lets nobody in: people may end emails at any time',
    'import.groupAccount.template': 'an empty table',
    'calendarFeed.read': async () => {
      const address = new URL((await lesson.teacher.call(calendarFeedCreate)).body.url as string).pathname;
      return async () => String((await app.server.app.inject({ url: address })).json().code);
    },
    'oneroster.token': async () => async () => ((await askToken(app, program)).body.error === 'unauthorized_client' ? REFUSED : 'a token'),
  };

  test('[B2889] nobody gets in by any of the ways for which nobody is signed in, and each of them works again afterward', { timeout: 120_000 }, async () => {
    const unsigned = contract.filter(({ access }) => access === 'public' || access === 'link' || access === 'client').map(({ name }) => name);
    const ways = unsigned.filter((name) => !name.startsWith('oneroster.') || name === 'oneroster.token');
    expect(ways.filter((name) => !(name in WAYS))).toEqual([]); // a new way in says here how a suspended school is refused
    const let_in: string[] = [];
    for (const name of ways) {
      const way = WAYS[name];
      if (typeof way !== 'function') continue;
      const tryIt = await way();
      await suspend();
      const found = await tryIt();
      if (found !== REFUSED) let_in.push(`${name}: ${found}`);
      await resume();
    }
    expect(let_in).toEqual([]);
    expect((await app.call(authLogin, { body: { email, password: PASSWORD } })).status).toBe(200);
  });

  test('[B2889] every call of an app of the school is refused', async () => {
    const calls = contract.filter(({ access, name }) => access === 'client' && name !== 'oneroster.token');
    expect(calls.length).toBeGreaterThan(30);
    expect((await program.get('/orgs')).status).toBe(200);
    await suspend();
    const open: string[] = [];
    for (const endpoint of calls) {
      const reply = await program.ask(endpoint.method as 'GET', addressOf(endpoint).replace(/:\w+/g, '1'));
      if (reply.status !== 403 || !JSON.stringify(reply.body).includes('suspended')) open.push(`${endpoint.name} ${reply.status}`);
    }
    expect(open).toEqual([]);
  });

  test('[B2890] open sockets end within seconds, and no new one may listen', async () => {
    const ear = await hear(app, lesson.students[0]!, channels.assessment(lesson.assessmentId));
    const own = await hear(app, operator, channels.account(operator.accountId));
    await suspend();
    await until(() => ear.isEnded(), 'the end of the subscription');
    expect(own.isEnded()).toBe(false);
    await expect(hear(app, lesson.students[0]!, channels.assessment(lesson.assessmentId))).rejects.toThrow('403');
    await resume();
    const again = await hear(app, lesson.students[0]!, channels.assessment(lesson.assessmentId));
    for (const one of [ear, own, again]) one.close();
  });

  test('[B2891] what students typed in a running lesson is saved, and the lesson goes on afterward', async () => {
    await suspend();
    expect((await lesson.answer(lesson.students[0]!, 'Form - 1A', 0)).status).toBe(200);
    const draft = { session_id: lesson.sessionId, form: 'Form - 1A', revision: 1, response_id: null, comment: 'because' } as const;
    expect((await lesson.students[1]!.call(liveDraft, { body: draft })).status).toBe(200);
    await resume();
    const { rows } = await sql<{ answers: number; drafts: number }>`
      SELECT (SELECT count(*) FROM live_posts WHERE session_id = ${lesson.sessionId}) AS answers,
             (SELECT count(*) FROM live_drafts WHERE account_id = ${lesson.students[1]!.accountId}) AS drafts`.execute(app.db);
    expect(rows[0]).toEqual({ answers: 1, drafts: 1 });
    expect((await lesson.answer(lesson.students[1]!, 'Form - 1A', 1)).status).toBe(200);
  });

  test('[B2892] its people get no email, and nothing of it begins or ends at night', async () => {
    const mail = async ({ accountId }: TestPerson): Promise<number> => {
      const { email: own } = await app.db.selectFrom('accounts').select('email').where('id', '=', accountId).executeTakeFirstOrThrow();
      mailbox.empty();
      await app.call(passwordForgot, { body: { email: own } });
      await app.server.jobs.runDue();
      await until(
        async () => (await sql`SELECT FROM jobs WHERE kind = 'auth.forgot.mail' AND state <> 'done'`.execute(app.db)).rows.length === 0,
        'the end of the job',
      );
      return mailbox.sent.length;
    };
    const { rows } = await sql<{ hour: number }>`SELECT extract(hour FROM app_now() AT TIME ZONE 'UTC')::integer AS hour`.execute(app.db);
    const east = ((3 - rows[0]!.hour + 36) % 24) - 12; // the hours by which it is three at night there
    await sql`UPDATE schools SET time_zone = ${`Etc/GMT${east > 0 ? '-' : '+'}${Math.abs(east)}`} WHERE id = ${lesson.schoolId}`.execute(app.db);
    await sql`
      WITH source AS (INSERT INTO external_sources (school_id, kind, name) VALUES (${lesson.schoolId}, 'oneroster_rest', 'At night') RETURNING id)
      INSERT INTO oneroster_sources (source_id, service_url, token_url, version, client_id, schedule, account_id)
      SELECT id, 'https://roster.example', 'https://roster.example/token', '1.2', 'client', 'nightly', ${operator.accountId} FROM source`.execute(app.db);
    const night = async () => ({
      ends: (await listSchoolsNow(app.db)).some(({ id }) => id === lesson.schoolId),
      begins: (await listNightSources(app.db)).length,
    });
    expect(await mail(lesson.coTeacher)).toBe(1);
    expect(await night()).toEqual({ ends: true, begins: 1 });
    await suspend();
    expect(await mail(lesson.teacher)).toBe(0);
    expect(await night()).toEqual({ ends: false, begins: 0 });
  });

  test('[B2893] the operator still answers for its people: an erasure begins, and the audit trail says who suspended and resumed', async () => {
    await suspend();
    const leaver = await scenario.person('student', lesson.schoolId);
    expect((await operator.call(erasureCreate, { body: { account_id: leaver.accountId } })).status).toBe(200);
    await resume();
    const entries = await app.db
      .selectFrom('audit_entries')
      .select(['action', 'account_id', 'subject_id'])
      .where('action', 'like', 'allSchools.%')
      .orderBy('id', 'desc')
      .limit(2)
      .execute();
    expect(entries).toEqual([
      { action: allSchoolsResume.name, account_id: operator.accountId, subject_id: lesson.schoolId },
      { action: allSchoolsSuspend.name, account_id: operator.accountId, subject_id: lesson.schoolId },
    ]);
  });
});

describe('suspending', () => {
  test('[B2895] takes a reason and schools that exist, and is for people who run the installation', async () => {
    const body = { ids: [lesson.schoolId], reason: REASON };
    expect((await operator.call(allSchoolsSuspend, { body: { ...body, reason: ' ' } })).error?.errors).toHaveProperty('reason');
    expect((await operator.call(allSchoolsSuspend, { body: { ...body, ids: [] } })).error?.errors).toHaveProperty('ids');
    expect((await operator.call(allSchoolsSuspend, { body: { ...body, ids: [lesson.schoolId, 999_999] } })).error?.code).toBe('NOT_FOUND');
    expect((await operator.call(allSchoolsResume, { body: { ids: [999_999] } })).error?.code).toBe('NOT_FOUND');
    for (const person of [lesson.teacher, lesson.students[0]!])
      for (const [endpoint, args] of [
        [allSchoolsSuspend, { body }],
        [allSchoolsResume, { body: { ids: body.ids } }],
        [allSchoolsList, {}],
      ] as const)
        expect((await person.call(endpoint, args)).error?.code).toBe('NOT_ALLOWED');
    expect((await app.call(allSchoolsList)).error?.code).toBe('NOT_SIGNED_IN');
    await suspend();
    const row = (await operator.call(allSchoolsList)).body.schools.find(({ id }) => id === lesson.schoolId);
    expect(row).toMatchObject({ suspension: { reason: REASON, since: expect.any(String) }, people: expect.any(Number), classes: 1 });
  });
});
