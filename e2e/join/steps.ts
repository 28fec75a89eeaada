import { expect } from 'vitest';
import type { Person, ProductServer } from '../harness/index.ts';

/** The demo's lesson about circuits, whose class has students 1 to 30. */
export const CIRCUITS = 'Simple circuits: closing a switch';
const PASSWORD = 'classwright-demo';

/** The body of a server response. Journeys read the parts that they need. */
type Answer = Record<string, any>;

/** A person who takes part by calls, without a browser: the teacher, and the rest of the class. */
export interface Caller {
  token: string;
  accountId: number;
  get: (path: string) => Promise<Answer>;
  post: (path: string, body: unknown) => Promise<Answer>;
}

export async function signInByCall(server: Pick<ProductServer, 'url'>, email: string): Promise<Caller> {
  const call = async (method: string, path: string, token: string | null, body?: unknown): Promise<Answer> => {
    const response = await fetch(`${server.url}/api${path}`, {
      method,
      headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const answer = (await response.json()) as Answer;
    if (!response.ok) throw new Error(`${method} ${path}: ${JSON.stringify(answer)}`);
    return answer;
  };
  const { api_token: token, user } = await call('POST', '/auth/login', null, { email, password: PASSWORD });
  return { token, accountId: user.account_id, get: (path) => call('GET', path, token), post: (path, body) => call('POST', path, token, body) };
}

export interface RunningLesson {
  id: number;
  teacher: Caller;
  /** The posts of a form as the server has them. */
  posts: (form?: string) => Promise<Answer[]>;
  step: (type: 're-assign' | 'next' | 'finished', time?: number) => Promise<void>;
  cancel: () => Promise<void>;
  /** Has a classmate answer by a call. */
  answerAs: (email: string, choice: number, comment: string) => Promise<{ student: Caller; post: Answer }>;
}

/** Activates the lesson as the demo teacher. */
export async function startLesson(server: Pick<ProductServer, 'url'>, minutes = 5, title = CIRCUITS): Promise<RunningLesson> {
  const teacher = await signInByCall(server, 'teacher@demo.school');
  const { data } = await teacher.get('/live/learning/lessons?per_page=100');
  const id = (data as Answer[]).find((lesson) => lesson.title === title)?.assessment_id as number;
  expect(id).toBeGreaterThan(0);
  await teacher.post('/live/learning/start', { assessment_id: id, time: minutes });
  return {
    id,
    teacher,
    posts: async (form = 'Form - 1A') => (await teacher.get(`/live/learning/live/feed?assessment_id=${id}&form=${encodeURIComponent(form)}`)).posts,
    step: async (type, time = 5) => void (await teacher.post('/live/learning/status', { id, type, time })),
    cancel: async () => void (await teacher.post('/live/learning/close', { id })),
    answerAs: async (email, choice, comment) => {
      const student = await signInByCall(server, email);
      await student.post('/live/learning/studentlogin', { assessment_id: id });
      const { assessment, session } = await student.get(`/student/active/assessment?assessment_id=${id}`);
      const { post } = await student.post('/posts/add', {
        session_id: session.id,
        form: session.form,
        response_id: assessment.questions[0].responses[choice].id,
        comment,
      });
      return { student, post };
    },
  };
}

export const lessonPath = (id: number): string => `/student-live-learning?assessment_id=${id}`;

/** Signs in through the page and opens the lesson. */
export async function openLesson(person: Person, email: string, id: number, options: { stays?: boolean } = {}): Promise<void> {
  await person.signIn(email, { ...options, to: lessonPath(id) });
  await person.page.getByRole('timer').waitFor();
}

/** Returns the channels that the open page has joined. The set stays up to date. */
export function watchChannels({ page }: Person): ReadonlySet<string> {
  const entered = new Set<string>();
  let isLeaving = false;
  page.on('request', (request) => {
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) isLeaving = true;
  });
  page.on('framenavigated', (frame) => {
    if (frame !== page.mainFrame() || !isLeaving) return; // else an address of the same page
    isLeaving = false;
    entered.clear();
  });
  page.on('websocket', (socket) =>
    socket.on('framereceived', ({ payload }) => {
      const channel = /subscription_succeeded","channel":"([^"]+)"/.exec(payload.toString())?.[1];
      if (channel) entered.add(channel);
    }),
  );
  return entered;
}

/** Presses a choice by its text. */
export const choose = (person: Person, words: string): Promise<void> => person.page.locator('label', { hasText: words }).click();

export const submit = (person: Person): Promise<void> => person.page.getByRole('button', { name: 'Submit Answer' }).click();

/** Waits until the desk counts this many answers in the form that is open. */
export const waitForAnswers = ({ page }: Person, least: number): Promise<void> =>
  expect
    .poll(async () => Number(/(\d+)\s*of\s*\d+\s*answered/.exec((await page.getByRole('main').textContent()) ?? '')?.[1] ?? 0), { timeout: 90_000 })
    .toBeGreaterThanOrEqual(least);

/** Waits until this text is on the screen. */
export const see = async (person: Person, words: string | RegExp, timeout = 60_000): Promise<void> =>
  void (await person.page.getByText(words).first().waitFor({ timeout }));

/**
 * Waits until the own answer is on the device. This is the answer's text, not the one about a draft ("Saved on this
 * device").
 */
export const seeOnDevice = async (person: Person): Promise<void> => void (await person.page.getByText('On this device', { exact: true }).waitFor());

/** Waits until the own answer has reached the server. */
export const seeSent = async (person: Person, timeout = 60_000): Promise<void> =>
  void (await person.page.getByText('Sent', { exact: true }).waitFor({ timeout }));
