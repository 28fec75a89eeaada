import { type SimulatedClassroom, startClassroom } from '@classwright/server/testing/classroom/index';

/** The simulated Google Classroom of a bench, in a separate process, so that its cost is not the product's. */
export type ToGoogle =
  | { kind: 'start'; redirectUri: string; quota: { project: number; user: number }; topic: string; subscription: string }
  | { kind: 'fill'; shape: SchoolShape }
  /** A click on the consent page behind `url`. */
  | { kind: 'consent'; email: string; url: string }
  | { kind: 'clear' }
  | { kind: 'count' }
  /** A student hands in the work with this title. */
  | { kind: 'turn-in'; title: string; email: string }
  /** Requests the student's assigned grade for it. */
  | { kind: 'grade'; title: string; email: string }
  /** A student of the first class hands in a pending work. */
  | { kind: 'turn-in-any' }
  | { kind: 'close' };
export type FromGoogle =
  | {
      kind: 'running';
      url: string;
      issuer: string;
      clientId: string;
      clientSecret: string;
      key: { email: string; keyId: string; privateKey: string; tokenUrl: string };
    }
  | { kind: 'filled' }
  | { kind: 'agreed'; answer: string }
  | { kind: 'cleared' }
  | { kind: 'counted'; calls: number; byMethod: Record<string, number> }
  /** `id`: the submission's. */
  | { kind: 'turned-in'; id: string }
  | { kind: 'graded'; assigned: number | null }
  | { kind: 'closed' }
  | { kind: 'failed'; problem: string };

export interface SchoolShape {
  classes: number;
  students: number;
  works: number;
  /** The teachers' addresses. They own the classes in turn. */
  teachers: string[];
  /** The number of recently changed works of each class; all others are old. */
  touched: number;
}

/** There are four groups of students, who share all classes' works between them. */
const GROUPS = 4;
const DAY_MS = 86_400_000;
/** The requests that Google counts against the quota: not tokens, and not messages. */
const COUNTED = { path: /^\/v1\/(courses|invitations|userProfiles|registrations)/ };
export const pupilAddress = (at: number): string => `pupil${at}@school.test`;
export const countPupils = ({ students }: Pick<SchoolShape, 'students'>): number => students * GROUPS;

let google: SimulatedClassroom | null = null;
const running = (): SimulatedClassroom => {
  if (!google) throw new Error('Google is not running');
  return google;
};

function fill({ classes, students, works, teachers, touched }: SchoolShape): void {
  const { people, asTeacher, asStudent } = running();
  const staff = teachers.map((email) => people.add({ email, givenName: 'Teacher', familyName: email, domain: 'school.test', isTeacher: true }));
  const pupils = Array.from({ length: countPupils({ students }) }, (_, at) =>
    people.add({ email: pupilAddress(at), givenName: 'Pupil', familyName: String(at), domain: 'school.test' }),
  );
  for (let number = 0; number < classes; number += 1) {
    const deeds = asTeacher(staff[number % staff.length] as (typeof staff)[number]);
    const course = deeds.createCourse({ name: `Class ${number}` });
    const members = pupils.slice((number % GROUPS) * students, (number % GROUPS) * students + students);
    for (const member of members) asStudent(member).join(course);
    for (let at = 0; at < works; at += 1) {
      const work = deeds.createWork(course, { title: `Work ${at}`, maxPoints: 10 });
      for (const [place, member] of members.entries()) {
        if ((place + at) % 3 === 2) continue;
        asStudent(member).turnIn(work);
        if ((place + at) % 3 === 1) continue;
        deeds.grade(work, member, { draftGrade: (place % 20) / 2 });
        deeds.returnWork(work, member);
      }
      if (at >= touched) work.updatedAt = Date.now() - 60 * DAY_MS;
    }
  }
}

async function consent(email: string, url: string): Promise<string> {
  const asked = new URL(url).searchParams;
  const said = (name: string): string => asked.get(name) ?? '';
  const subject = running().people.all.find((person) => person.email === email)?.id ?? '';
  const code = await running().consent({
    ...{ subject, scopes: said('scope').split(' '), clientId: said('client_id'), redirectUri: said('redirect_uri') },
    ...{ codeChallenge: said('code_challenge'), isPrompted: true },
    ...(asked.get('nonce') ? { nonce: said('nonce') } : {}),
  });
  return new URLSearchParams({ code: String(code), state: said('state'), iss: running().issuer }).toString();
}

/** Finds a work by its unique title, and a student of its class. */
function workOf(title: string, email: string) {
  const { state, people, asStudent } = running();
  const work = [...state.rooms.values()].flatMap(({ works }) => [...works.values()]).find((one) => one.title === title);
  const student = people.all.find((person) => person.email === email);
  if (!work || !student) throw new Error(`${email} has no work ${title}`);
  return { work, deeds: asStudent(student) };
}

const handle: { [Kind in ToGoogle['kind']]: (message: Extract<ToGoogle, { kind: Kind }>) => Promise<FromGoogle> } = {
  async start({ redirectUri, quota, topic, subscription }) {
    google = await startClassroom({ redirectUris: [redirectUri], quota });
    const { url, issuer, clientId, clientSecret } = google;
    google.pubsub.subscribe(topic, subscription);
    const { client_email: email, private_key: privateKey, private_key_id: keyId, token_uri: tokenUrl } = google.serviceAccount();
    return { kind: 'running', url, issuer, clientId, clientSecret, key: { email, privateKey, keyId, tokenUrl } };
  },
  async fill({ shape }) {
    fill(shape);
    return { kind: 'filled' };
  },
  consent: async ({ email, url }) => ({ kind: 'agreed', answer: await consent(email, url) }),
  async clear() {
    running().calls.clear();
    return { kind: 'cleared' };
  },
  count: async () => ({ kind: 'counted', calls: running().calls.count(COUNTED), byMethod: running().calls.byMethod() }),
  async 'turn-in'({ title, email }) {
    const { deeds, work } = workOf(title, email);
    deeds.turnIn(work);
    return { kind: 'turned-in', id: deeds.submission(work).id };
  },
  async 'turn-in-any'() {
    const { state, asStudent } = running();
    const [course] = [...state.courses.values()];
    const room = state.room(course!.id);
    const waiting = [...room.submissions.values()].find((one) => one.state === 'NEW' || one.state === 'CREATED')!;
    asStudent(state.users.get(waiting.userId)!).turnIn(room.works.get(waiting.courseWorkId)!);
    return { kind: 'turned-in', id: waiting.id };
  },
  async grade({ title, email }) {
    const { deeds, work } = workOf(title, email);
    return { kind: 'graded', assigned: deeds.submission(work).assignedGrade ?? null };
  },
  async close() {
    await google?.close();
    return { kind: 'closed' };
  },
};

process.on('message', (message: ToGoogle) => {
  const reply = (handle[message.kind] as (message: ToGoogle) => Promise<FromGoogle>)(message);
  void reply.catch((error: unknown): FromGoogle => ({ kind: 'failed', problem: String(error) })).then((said) => process.send?.(said));
});
