import { API_SCOPES, type ApiScope, ONE_ROSTER_SCOPES, oneRosterToken } from '@classwright/contract';
import { type Db, inTransaction } from '../../../../platform/database/index.ts';
import { implementProtocol, type Implementation } from '../../../../platform/http/index.ts';
import { findBySelf, insertToken } from '../clients/queries.ts';
import { hashOf, isSecret, makeToken } from '../clients/secrets.ts';

const TOKEN_SECONDS = 3_600;
/** The maximum length of a credential, longer than any of ours; anything longer is a mistake. */
const MOST_CREDENTIAL = 200;
/** The smaller scopes of the standard, with the scope of ours that includes each. */
const WIDER: Readonly<Record<string, ApiScope>> = { 'roster-core.readonly': 'roster.readonly', 'gradebook-core.readonly': 'gradebook.readonly' };

interface Credentials {
  clientId: string;
  secret: string;
}

/**
 * Reads the credentials from the header or the body. Null if they are missing or malformed. Source: RFC 6749, section
 * 2.3.1.
 */
function readCredentials(authorization: string | undefined, body: Readonly<Record<string, unknown>>): Credentials | null {
  const basic = /^Basic ([A-Za-z0-9+/=_-]{1,2000})$/i.exec(authorization ?? '')?.[1];
  const given = basic === undefined ? { clientId: body['client_id'], secret: body['client_secret'] } : splitBasic(basic);
  const { clientId, secret } = given ?? {};
  if (typeof clientId !== 'string' || typeof secret !== 'string' || clientId === '' || secret === '') return null;
  return clientId.length > MOST_CREDENTIAL || secret.length > MOST_CREDENTIAL ? null : { clientId, secret };
}

function splitBasic(basic: string): Credentials | null {
  const text = Buffer.from(basic, 'base64').toString();
  const at = text.indexOf(':');
  if (at < 0) return null;
  try {
    return { clientId: decodeURIComponent(text.slice(0, at)), secret: decodeURIComponent(text.slice(at + 1)) };
  } catch {
    return null;
  }
}

/** Returns the app's scopes that it requests; all of them if it names none. */
function chooseScopes(asked: unknown, held: readonly ApiScope[]): ApiScope[] {
  if (typeof asked !== 'string' || asked.trim() === '') return [...held];
  const names = asked
    .slice(0, 2_000)
    .split(/\s+/)
    .map((scope) => (scope.startsWith(ONE_ROSTER_SCOPES) ? scope.slice(ONE_ROSTER_SCOPES.length) : ''));
  const wanted = new Set(names.map((name) => WIDER[name] ?? name));
  return API_SCOPES.filter((scope) => wanted.has(scope) && held.includes(scope));
}

/** Exchanges an app's identifier and secret for a token that lasts an hour. Source: RFC 6749, sections 4.4 and 5. */
export function implementToken({ db }: { db: Db }): Implementation {
  return implementProtocol(oneRosterToken, async ({ request, reply }) => {
    reply.headers({ 'cache-control': 'no-store', pragma: 'no-cache' }).type('application/json; charset=utf-8');
    const refuse = (status: 400 | 401, error: string): unknown => {
      if (status === 401) reply.header('www-authenticate', 'Basic realm="oneroster"');
      return reply.code(status).send({ error });
    };
    const body = (typeof request.body === 'object' && request.body !== null ? request.body : {}) as Record<string, unknown>;
    const credentials = readCredentials(request.headers.authorization, body);
    if (!credentials) return refuse(401, 'invalid_client');
    const client = await findBySelf(db, credentials.clientId.toWellFormed().replaceAll('\0', ''));
    if (!client || !isSecret(credentials.secret, client.secret_hash)) {
      request.log.warn({ event: 'program refused', client: client?.id, address: request.ip }, 'a program came with a wrong identifier or secret');
      return refuse(401, 'invalid_client');
    }
    if (client.is_suspended) return refuse(400, 'unauthorized_client'); // its school is suspended
    if (body['grant_type'] !== 'client_credentials') return refuse(400, 'unsupported_grant_type');
    const scopes = chooseScopes(body['scope'], client.scopes);
    if (scopes.length === 0) return refuse(400, 'invalid_scope');
    const token = makeToken();
    const given = { hash: hashOf(token), clientId: client.id, secretHash: client.secret_hash, scopes, seconds: TOKEN_SECONDS };
    if (!(await inTransaction(db, (tx) => insertToken(tx, given)))) return refuse(401, 'invalid_client');
    return reply.send({
      access_token: token,
      token_type: 'Bearer',
      expires_in: TOKEN_SECONDS,
      scope: scopes.map((scope) => ONE_ROSTER_SCOPES + scope).join(' '),
    });
  });
}
