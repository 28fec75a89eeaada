import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

type Lists = Record<'orgs' | 'academicSessions' | 'courses' | 'classes' | 'teachers' | 'students' | 'enrollments', Record<string, unknown>[]> & {
  /** The answer for people by role; undefined for a server that has no such path. */
  users?: Record<string, unknown>[];
};

/** Replaces a response for a test. Returns true when it did. */
type Interference = (request: { path: string; offset: number; authorization: string; body: string }, response: ServerResponse) => boolean;

/** The OneRoster server of another system, whose data and responses a test can change. */
export interface SmallSource {
  url: string;
  lists: Lists;
  secret: string;
  /** The calls so far: method and path, with the query. */
  calls: string[];
  /** The maximum number of records in a page, for any request. */
  mostRecords: number;
  interfere: Interference | null;
  close: () => Promise<void>;
}

const read = async (request: IncomingMessage): Promise<string> => {
  let body = '';
  for await (const piece of request) body += String(piece);
  return body;
};

const json = (response: ServerResponse, status: number, value: unknown, headers: Record<string, string> = {}): void =>
  void response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(value));

const guid = (sourcedId: string, type: string) => ({ sourcedId, type, href: `https://sis.example/${type}/${sourcedId}` });

/** Creates a school of one class: a teacher and this many students. */
function smallLists(students: number): Lists {
  const person = (sourcedId: string, role: string) => ({
    ...{ sourcedId, status: 'active', enabledUser: 'true', username: sourcedId, givenName: `First ${sourcedId}`, familyName: `Last ${sourcedId}` },
    ...{ email: `${sourcedId}@sis.example`, roles: [{ roleType: 'primary', role, org: guid('org-1', 'org') }] },
  });
  const place = (user: string, role: string) => ({
    ...{ sourcedId: `place-${user}`, status: 'active', role, primary: role === 'teacher' ? 'true' : 'false' },
    ...{ class: guid('class-1', 'class'), school: guid('org-1', 'org'), user: guid(user, 'user') },
  });
  const learners = Array.from({ length: students }, (_, at) => `s${at + 1}`);
  return {
    orgs: [{ sourcedId: 'org-1', status: 'active', name: 'There', type: 'school' }],
    academicSessions: [
      { sourcedId: 'term-1', status: 'active', title: 'Autumn', type: 'term', startDate: '2026-08-24', endDate: '2026-12-18', schoolYear: '2027' },
    ],
    courses: [{ sourcedId: 'course-1', status: 'active', title: 'Physics', org: guid('org-1', 'org') }],
    classes: [
      {
        ...{ sourcedId: 'class-1', status: 'active', title: 'Physics 1', classCode: 'P1', classType: 'scheduled', location: 'Room 4' },
        ...{ course: guid('course-1', 'course'), school: guid('org-1', 'org'), terms: [guid('term-1', 'academicSession')] },
      },
    ],
    teachers: [person('t1', 'teacher')],
    students: learners.map((id) => person(id, 'student')),
    enrollments: [place('t1', 'teacher'), ...learners.map((id) => place(id, 'student'))],
  };
}

/** Starts a source that stops with the test that opens it. */
export async function openSmallSource(students?: number): Promise<SmallSource> {
  const source = await startSmallSource(students);
  onTestFinished(source.close);
  return source;
}

export async function startSmallSource(students = 2): Promise<SmallSource> {
  const source: SmallSource = {
    url: '',
    lists: smallLists(students),
    secret: 'open sesame',
    calls: [],
    mostRecords: 1_000,
    interfere: null,
    close: async () => undefined,
  };
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const url = new URL(request.url ?? '/', 'http://x');
    const body = await read(request);
    const offset = Number(url.searchParams.get('offset') ?? 0);
    const authorization = request.headers.authorization ?? '';
    source.calls.push(`${request.method} ${url.pathname}${url.search}`);
    if (source.interfere?.({ path: url.pathname, offset, authorization, body }, response)) return;
    if (url.pathname.endsWith('/token')) {
      const form = new URLSearchParams(body);
      const own = authorization.startsWith('Basic ')
        ? Buffer.from(authorization.slice(6), 'base64').toString()
        : `${form.get('client_id')}:${form.get('client_secret')}`;
      if (own !== `school:${source.secret}` && own !== `school:${encodeURIComponent(source.secret)}`) return json(response, 401, { error: 'invalid_client' });
      return json(response, 200, { access_token: 'token-1', token_type: 'Bearer', expires_in: 3600 });
    }
    if (authorization !== 'Bearer token-1') return json(response, 401, {});
    const name = url.pathname.split('/').at(-1) as keyof Lists;
    const list = source.lists[name];
    if (list === undefined) return json(response, 404, {});
    const limit = Math.min(source.mostRecords, Number(url.searchParams.get('limit') ?? 100));
    const key = name === 'teachers' || name === 'students' ? 'users' : name;
    return json(response, 200, { [key]: list.slice(offset, offset + limit) }, { 'x-total-count': String(list.length) });
  };
  const server = createServer((request, response) => void answer(request, response).catch(() => response.destroy()));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  source.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  source.close = async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  return source;
}
