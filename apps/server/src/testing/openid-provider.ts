import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { GoogleSetting } from '../modules/people/accounts/index.ts';
import { type Context, interactionPolicy, Provider } from './oidc-provider.ts';

/** A person who has an account with the provider. */
export interface ProviderAccount {
  email: string;
  email_verified: boolean;
  /** The ways in which the person showed who they are (RFC 8176). */
  amr?: string[];
}

/** A real OpenID provider on this machine, in place of Google. */
export interface TestProvider {
  setting: GoogleSetting;
  /** The people who may be chosen on its page, by name. */
  people: Map<string, ProviderAccount>;
  /** The response to every call except the discovery. Null: normal responses. */
  broken: { status: number } | null;
  /**
   * Follows a browser's redirects, chooses a person (null: cancels), and returns the part after "?" in the address to
   * come back to.
   */
  choose(url: string, name: string | null): Promise<string>;
  close(): Promise<void>;
}

const clientId = 'classwright.test';

/**
 * Starts the provider. `redirectUri`: where it sends people back to; null: any requested address on this machine.
 * `port`: 0 uses a free one.
 */
export async function startOpenIdProvider(redirectUri: string | null, port = 0): Promise<TestProvider> {
  const clientSecret = randomBytes(24).toString('hex');
  const people = new Map<string, ProviderAccount>();
  let handle = (_request: IncomingMessage, response: ServerResponse): void => void response.end();
  const server = createServer((request, response) => handle(request, response));
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const provider = new Provider(issuer, configure({ clientSecret, redirectUri: redirectUri ?? 'http://127.0.0.1/', people }));
  if (redirectUri === null) provider.Client.prototype.redirectUriAllowed = (uri) => new URL(uri).hostname === '127.0.0.1';
  const answer = provider.callback();
  const tested: TestProvider = {
    setting: { issuer: new URL(issuer), clientId, clientSecret },
    people,
    broken: null,
    choose: (url, name) => walk(issuer, url, name),
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  handle = (request, response) => {
    const path = request.url ?? '';
    if (tested.broken && !path.includes('/.well-known/')) return void response.writeHead(tested.broken.status).end();
    if (!path.startsWith('/interaction/')) return answer(request, response);
    if (request.method === 'GET') return showPeople(response, path, people);
    void finish(provider, people, request, response);
  };
  return tested;
}

function configure({ clientSecret, redirectUri, people }: { clientSecret: string; redirectUri: string; people: Map<string, ProviderAccount> }): object {
  const policy = interactionPolicy.base();
  policy.add(new interactionPolicy.Prompt({ name: 'select_account', requestable: true }), 0);
  const key = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ format: 'jwk' });
  return {
    clients: [
      { client_id: clientId, client_secret: clientSecret, redirect_uris: [redirectUri], grant_types: ['authorization_code'], response_types: ['code'] },
    ],
    jwks: { keys: [{ ...key, kid: 'test', use: 'sig', alg: 'RS256' }] },
    cookies: { keys: [randomBytes(16).toString('hex')] },
    ttl: { Interaction: 600, Grant: 600, Session: 600, AccessToken: 600, IdToken: 600 },
    pkce: { required: () => true },
    claims: { openid: ['sub'], email: ['email', 'email_verified', 'amr'] },
    conformIdTokenClaims: false, // like Google: the address stands in the ID token
    features: { devInteractions: { enabled: false } },
    interactions: { policy, url: (_context: Context, { uid }: { uid: string }) => `/interaction/${uid}` },
    findAccount: (_context: Context, name: string) => people.has(name) && { accountId: name, claims: () => ({ sub: name, ...people.get(name) }) },
    async loadExistingGrant({ oidc }: Context) {
      const grant = new oidc.provider.Grant({ clientId: oidc.client.clientId, accountId: oidc.session.accountId });
      grant.addOIDCScope('openid email');
      await grant.save();
      return grant;
    },
  };
}

function showPeople(response: ServerResponse, path: string, people: Map<string, ProviderAccount>): void {
  const buttons = [...people.keys(), ''].map((name) => `<button name="person" value="${name}">${name || 'Cancel'}</button>`).join(' ');
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
  response.end(
    `<!doctype html><html lang="en"><title>Choose an account</title><h1>Choose an account</h1><form method="post" action="${path}">${buttons}</form></html>`,
  );
}

async function finish(provider: Provider, people: ReadonlyMap<string, ProviderAccount>, request: IncomingMessage, response: ServerResponse): Promise<void> {
  let body = '';
  for await (const chunk of request) body += String(chunk);
  const name = new URLSearchParams(body).get('person');
  const result = name
    ? { login: { accountId: name, amr: people.get(name)?.amr ?? [] }, select_account: {} }
    : { error: 'access_denied', error_description: 'cancelled' };
  await provider.interactionFinished(request, response, result).catch((error: unknown) => response.writeHead(400).end(String(error)));
}

/** Acts like a browser: keeps cookies, follows the provider's redirects, and stops where they leave it. */
async function walk(issuer: string, start: string, name: string | null): Promise<string> {
  const cookies = new Map<string, string>();
  let url = start;
  for (let step = 0; step < 10; step += 1) {
    const isPage = new URL(url).pathname.startsWith('/interaction/');
    const response = await fetch(url, {
      redirect: 'manual',
      headers: { cookie: [...cookies].map(([key, value]) => `${key}=${value}`).join('; ') },
      ...(isPage ? { method: 'POST', body: new URLSearchParams({ person: name ?? '' }) } : {}),
    });
    for (const cookie of response.headers.getSetCookie()) {
      const [pair = ''] = cookie.split(';');
      const at = pair.indexOf('=');
      cookies.set(pair.slice(0, at), pair.slice(at + 1));
    }
    const location = response.headers.get('location');
    if (location === null) throw new Error(`the provider answered ${response.status}: ${await response.text()}`);
    url = new URL(location, url).href;
    if (!url.startsWith(issuer)) return new URL(url).search;
  }
  throw new Error('the provider sends people round in a circle');
}
