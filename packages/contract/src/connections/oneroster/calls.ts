import { z } from 'zod';
import { type Endpoint, endpoint, type Method } from '../../core/endpoint.ts';

/** The beginning of all OneRoster addresses. Source: OneRoster 1.2, REST bindings, section 3. */
export const ONE_ROSTER_PATH = '/ims/oneroster';
export const ONE_ROSTER_SCOPES = 'https://purl.imsglobal.org/spec/or/v1p2/scope/';
/** The maximum and the default number of records on a page. */
export const ONE_ROSTER_PAGE = { most: 10_000, usual: 100 } as const;
/** The maximum number of records in one POST. */
export const MAX_POSTED_RECORDS = 200;

/** The collections by their name in responses, with the name of one record. */
export const ONE_ROSTER_NAMES = {
  orgs: 'org',
  academicSessions: 'academicSession',
  courses: 'course',
  classes: 'class',
  enrollments: 'enrollment',
  users: 'user',
  categories: 'category',
  lineItems: 'lineItem',
  results: 'result',
  scoreScales: 'scoreScale',
} as const;
export type OneRosterName = keyof typeof ONE_ROSTER_NAMES;

/** The kinds of records within a collection. */
export type OneRosterKind = 'school' | 'term' | 'gradingPeriod' | 'student' | 'teacher';
/** The parameters of an address that limit the result to the records that belong to them. */
export type OneRosterPlace = 'sourcedId' | 'schoolId' | 'classId' | 'courseId' | 'termId' | 'sessionId' | 'userId' | 'studentId' | 'teacherId' | 'lineItemId';

export interface OneRosterCall {
  endpoint: Endpoint & { protocol: 'oneroster' };
  service: 'rostering' | 'gradebook';
  act: 'list' | 'get' | 'put' | 'delete' | 'post';
  name: OneRosterName;
  kind: OneRosterKind | null;
}

const pageQuery = z.object({
  limit: z.string().optional(),
  offset: z.string().optional(),
  sort: z.string().optional(),
  orderBy: z.enum(['asc', 'desc']).optional(),
  /** A condition such as `status='active' AND dateLastModified>'2026-08-01'`. */
  filter: z.string().optional(),
  /** Names of fields separated by commas. */
  fields: z.string().optional(),
});
const record = z.looseObject({ sourcedId: z.string() });
const pairs = z.object({ sourcedIdPairs: z.array(z.object({ suppliedSourcedId: z.string(), allocatedSourcedId: z.string() })) });
const ACTS: Readonly<Record<OneRosterCall['act'], { method: Method; bodyLimitBytes?: number; cost?: number }>> = {
  list: { method: 'GET', cost: 5 },
  get: { method: 'GET', cost: 2 },
  put: { method: 'PUT', cost: 5 },
  delete: { method: 'DELETE', cost: 5 },
  post: { method: 'POST', cost: 20, bodyLimitBytes: 512 * 1024 },
};

function call(
  service: OneRosterCall['service'],
  act: OneRosterCall['act'],
  path: string,
  name: OneRosterName,
  kind: OneRosterKind | null = null,
): OneRosterCall {
  const one = ONE_ROSTER_NAMES[name];
  const places = [...path.matchAll(/:(\w+)/g)].map(([, place]) => place as string);
  const { method, ...limits } = ACTS[act];
  const what = act === 'list' || act === 'post' ? name : one;
  return {
    service,
    act,
    name,
    kind,
    endpoint: {
      name: `oneroster.${act}.${service}${path.replaceAll(/\/:?(\w)/g, (_, letter: string) => `.${letter}`)}`,
      method,
      path: `${ONE_ROSTER_PATH}/${service}/v1p2${path}`,
      access: 'client',
      summary: `OneRoster 1.2 ${service}: ${act} ${what}${kind === null ? '' : ` (${kind})`}`,
      protocol: 'oneroster',
      ...(places.length > 0 ? { params: z.object(Object.fromEntries(places.map((place) => [place, z.string()]))) } : {}),
      ...(act === 'list' ? { query: pageQuery } : act === 'get' ? { query: pageQuery.pick({ fields: true }) } : {}),
      ...(act === 'put' ? { body: z.object({ [one]: record }) } : act === 'post' ? { body: z.object({ [name]: z.array(record) }) } : {}),
      response: act === 'list' ? z.object({ [name]: z.array(record) }) : act === 'get' ? z.object({ [one]: record }) : act === 'post' ? pairs : z.object({}),
      errors: [],
      ...(act === 'put' || act === 'post' ? { successStatus: 201 } : {}),
      ...limits,
      ...(method === 'GET' ? { readOnly: true } : {}),
    },
  };
}

type Row = readonly [path: string, name: OneRosterName, kind?: OneRosterKind];
const lists = (service: OneRosterCall['service'], rows: readonly Row[]): OneRosterCall[] =>
  rows.map(([path, name, kind]) => call(service, 'list', path, name, kind));
const gets = (service: OneRosterCall['service'], rows: readonly Row[]): OneRosterCall[] =>
  rows.flatMap(([path, name, kind]) => [call(service, 'list', path, name, kind), call(service, 'get', `${path}/:sourcedId`, name, kind)]);

/**
 * Every call of the two services that this product supports. Demographics are not included, and nothing of them is
 * stored.
 */
export const oneRosterCalls: readonly OneRosterCall[] = [
  ...gets('rostering', [
    ['/academicSessions', 'academicSessions'],
    ['/terms', 'academicSessions', 'term'],
    ['/gradingPeriods', 'academicSessions', 'gradingPeriod'],
    ['/orgs', 'orgs'],
    ['/schools', 'orgs', 'school'],
    ['/courses', 'courses'],
    ['/classes', 'classes'],
    ['/enrollments', 'enrollments'],
    ['/users', 'users'],
    ['/students', 'users', 'student'],
    ['/teachers', 'users', 'teacher'],
  ]),
  ...lists('rostering', [
    ['/classes/:classId/students', 'users', 'student'],
    ['/classes/:classId/teachers', 'users', 'teacher'],
    ['/courses/:courseId/classes', 'classes'],
    ['/schools/:schoolId/classes', 'classes'],
    ['/schools/:schoolId/courses', 'courses'],
    ['/schools/:schoolId/enrollments', 'enrollments'],
    ['/schools/:schoolId/students', 'users', 'student'],
    ['/schools/:schoolId/teachers', 'users', 'teacher'],
    ['/schools/:schoolId/terms', 'academicSessions', 'term'],
    ['/schools/:schoolId/classes/:classId/enrollments', 'enrollments'],
    ['/schools/:schoolId/classes/:classId/students', 'users', 'student'],
    ['/schools/:schoolId/classes/:classId/teachers', 'users', 'teacher'],
    ['/students/:studentId/classes', 'classes'],
    ['/teachers/:teacherId/classes', 'classes'],
    ['/users/:userId/classes', 'classes'],
    ['/terms/:termId/classes', 'classes'],
    ['/terms/:termId/gradingPeriods', 'academicSessions', 'gradingPeriod'],
  ]),
  ...gets('gradebook', [
    ['/categories', 'categories'],
    ['/lineItems', 'lineItems'],
    ['/results', 'results'],
    ['/scoreScales', 'scoreScales'],
  ]),
  ...lists('gradebook', [
    ['/classes/:classId/categories', 'categories'],
    ['/classes/:classId/lineItems', 'lineItems'],
    ['/classes/:classId/results', 'results'],
    ['/classes/:classId/scoreScales', 'scoreScales'],
    ['/classes/:classId/lineItems/:lineItemId/results', 'results'],
    ['/classes/:classId/students/:studentId/results', 'results'],
    ['/schools/:schoolId/lineItems', 'lineItems'],
    ['/schools/:schoolId/scoreScales', 'scoreScales'],
  ]),
  call('gradebook', 'put', '/lineItems/:sourcedId', 'lineItems'),
  call('gradebook', 'delete', '/lineItems/:sourcedId', 'lineItems'),
  call('gradebook', 'put', '/results/:sourcedId', 'results'),
  call('gradebook', 'delete', '/results/:sourcedId', 'results'),
  call('gradebook', 'post', '/classes/:classId/lineItems', 'lineItems'),
  call('gradebook', 'post', '/schools/:schoolId/lineItems', 'lineItems'),
  call('gradebook', 'post', '/lineItems/:lineItemId/results', 'results'),
  call('gradebook', 'post', '/classes/:classId/academicSessions/:sessionId/results', 'results'),
];

export const oneRosterToken = endpoint({
  name: 'oneroster.token',
  cost: 5,
  refusedCost: 50,
  method: 'POST',
  path: `${ONE_ROSTER_PATH}/token`,
  access: 'public',
  summary: 'An access token for a program’s identifier and secret (OAuth 2.0 client credentials, RFC 6749 section 4.4), good for an hour',
  protocol: 'oneroster',
  response: z.object({ access_token: z.string(), token_type: z.string(), expires_in: z.number().int(), scope: z.string() }),
  errors: [],
});
