import type { Answer, Incoming, Note } from './answer.ts';
import { denied, GoogleError, invalid, scopeMissing, serviceDisabled } from './errors.ts';
import { parseFields } from './fields.ts';
import type { Method } from './method.ts';
import { findMethod } from './methods.ts';
import type { OAuth } from './oauth.ts';
import type { Quota } from './quota.ts';
import { scope } from './scopes.ts';
import type { World } from './world.ts';

const SERVICE = 'classroom.googleapis.com';
/** The parameters that every method accepts. */
const common = ['$.xgafv', 'access_token', 'alt', 'callback', 'fields', 'key', 'oauth_token', 'prettyPrint', 'quotaUser', 'uploadType', 'upload_protocol'];

/**
 * Handles a Classroom call. Null when no method has that path. It identifies the caller first, then checks quota and
 * scope, and then makes the call.
 */
export function answerClassroom(world: World, oauth: OAuth, quota: Quota, incoming: Incoming, note: Note): Answer | null {
  const found = findMethod(incoming.method, incoming.path);
  if (!found) return null;
  const { method, params } = found;
  note.id = method.id;
  const bearer = oauth.identify(incoming.headers.authorization as string | undefined);
  note.bearer = bearer;
  const { user, project, scopes } = bearer;
  if (!project.services.has(SERVICE)) throw serviceDisabled(SERVICE, project.id);
  quota.take(project.id, user.id, world.now());
  if (!method.scopes.some((name) => scopes.has(scope(`classroom.${name}`)))) throw scopeMissing(SERVICE, `google.classroom.v1.${method.id}`);
  const domain = user.domain === null ? null : world.domain(user.domain);
  if (domain?.isClassroomOff) throw denied('@ClassroomDisabled The user is not permitted to access Classroom');
  if (domain?.isApiOff) throw denied('@ClassroomApiDisabled The user is not permitted to access the Classroom API');
  checkQuery(method, incoming.query);
  const pick = parseFields(incoming.query.get('fields'));
  const body = parseBody(method, incoming.text);
  const context = { world, actor: { user, projectId: project.id }, scopes, params, query: incoming.query, body, path: incoming.path };
  return { status: 200, body: pick(method.run(context)) as object };
}

function checkQuery({ query: known = [] }: Method, query: URLSearchParams): void {
  const wrong = [...query.keys()].find((name) => !known.includes(name) && !common.includes(name));
  if (wrong !== undefined) throw invalid(`Invalid JSON payload received. Unknown name "${wrong.slice(0, 100)}": Cannot bind query parameter.`);
}

function parseBody({ body: known }: Method, text: string): Record<string, unknown> {
  if (text === '') return {};
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw invalid('Invalid JSON payload received.');
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw invalid('Invalid JSON payload received.');
  const wrong = Object.keys(value).find((name) => !known?.includes(name));
  if (wrong !== undefined)
    throw new GoogleError(400, 'INVALID_ARGUMENT', `Invalid JSON payload received. Unknown name "${wrong.slice(0, 100)}": Cannot find field.`);
  return value as Record<string, unknown>;
}
