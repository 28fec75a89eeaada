import { API_SCOPES, apiClientCreate, type ApiScope, ONE_ROSTER_SCOPES } from '@classwright/contract';
import type { TestApp, TestPerson } from '../../../../testing/index.ts';

export interface ProgramReply {
  status: number;
  headers: Record<string, unknown>;
  // biome-ignore lint/suspicious/noExplicitAny: anything that an app could get
  body: any;
}

/** An approved app that makes calls: with its identifier, its secret and a token that it got for them. */
export interface Program {
  id: number;
  clientId: string;
  secret: string;
  token: string;
  ask: (method: 'GET' | 'PUT' | 'POST' | 'DELETE', path: string, body?: unknown, token?: string | null) => Promise<ProgramReply>;
  get: (path: string) => Promise<ProgramReply>;
}

const ROSTERING = '/ims/oneroster/rostering/v1p2';
export const GRADEBOOK = '/ims/oneroster/gradebook/v1p2';

async function send(
  app: TestApp,
  request: { method: 'GET' | 'PUT' | 'POST' | 'DELETE'; url: string; headers?: Record<string, string>; payload?: string },
): Promise<ProgramReply> {
  const reply = await app.server.app.inject({ remoteAddress: '127.0.0.1', ...request });
  return { status: reply.statusCode, headers: reply.headers, body: reply.body === '' ? null : reply.json() };
}

/** Requests a token with the identifier and the secret in the header, as most apps do. */
export function askToken(
  app: TestApp,
  { clientId, secret, scope, grant = 'client_credentials' }: { clientId: string; secret: string; scope?: string; grant?: string },
): Promise<ProgramReply> {
  return send(app, {
    method: 'POST',
    url: '/ims/oneroster/token',
    headers: {
      authorization: `Basic ${Buffer.from(`${encodeURIComponent(clientId)}:${encodeURIComponent(secret)}`).toString('base64')}`,
      'content-type': 'application/x-www-form-urlencoded',
    },
    payload: new URLSearchParams({ grant_type: grant, ...(scope === undefined ? {} : { scope }) }).toString(),
  });
}

export const scopeUrls = (scopes: readonly ApiScope[]): string => scopes.map((scope) => ONE_ROSTER_SCOPES + scope).join(' ');

/** Approves an app for a school. */
export async function approveApp(app: TestApp, admin: TestPerson, schoolId: number, scopes: readonly ApiScope[] = API_SCOPES): Promise<Program> {
  const { body } = await admin.call(apiClientCreate, { body: { name: 'Student information system', school_id: schoolId, scopes } });
  const [clientId, secret] = [body.client.client_id, body.client_secret];
  const token = (await askToken(app, { clientId, secret })).body.access_token as string;
  const ask: Program['ask'] = (method, path, payload, other) =>
    send(app, {
      method,
      url: path.startsWith('/ims') ? path : ROSTERING + path,
      headers: {
        ...(other === null ? {} : { authorization: `Bearer ${other ?? token}` }),
        ...(payload === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(payload === undefined ? {} : { payload: typeof payload === 'string' ? payload : JSON.stringify(payload) }),
    });
  return { id: body.client.id, clientId, secret, token, ask, get: (path) => ask('GET', path) };
}
