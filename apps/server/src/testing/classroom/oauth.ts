import { createHash, generateKeyPairSync, type KeyObject, sign, timingSafeEqual, verify } from 'node:crypto';
import type { Chance } from './chance.ts';
import { unauthenticated } from './errors.ts';
import { isKnownScope, toReturnedScope } from './scopes.ts';
import type { Project, User } from './types.ts';
import type { World } from './world.ts';

const TOKEN_LIFE_MS = 3_600_000;
const CODE_LIFE_MS = 600_000;

export interface ConsentRequest {
  /** The person who consents: id or address. */
  subject: string;
  /** The granted scopes: all requested ones, or some of them. */
  scopes: readonly string[];
  clientId?: string;
  redirectUri: string;
  codeChallenge?: string;
  nonce?: string;
  /** False for no refresh token, as without `access_type=offline`. */
  isOffline?: boolean;
  /**
   * True as with `prompt=consent`: a refresh token is issued again. Otherwise it is only issued with the first consent
   * to something.
   */
  isPrompted?: boolean;
  /** True as with `include_granted_scopes=true`: earlier scopes are included. */
  isIncluding?: boolean;
}

interface Code extends Required<Pick<ConsentRequest, 'redirectUri' | 'isOffline' | 'isPrompted' | 'isIncluding'>> {
  user: User;
  project: Project;
  scopes: Set<string>;
  codeChallenge: string | null;
  nonce: string | null;
  expiresAt: number;
}
interface AccessToken {
  user: User;
  project: Project;
  scopes: Set<string>;
  expiresAt: number;
  grant: Grant | null;
}
interface Grant {
  user: User;
  project: Project;
  /** All scopes that this person ever granted to this project. */
  scopes: Set<string>;
  refreshTokens: Set<string>;
  isWithdrawn: boolean;
}

/** The caller, according to a token. */
export interface Bearer {
  user: User;
  project: Project;
  scopes: ReadonlySet<string>;
}

/** An error of the token endpoint, in the form of RFC 6749. */
export class OAuthError extends Error {
  readonly status: number;
  readonly error: string;
  constructor(error: string, description: string, status = 400) {
    super(description);
    this.error = error;
    this.status = status;
  }
}

export interface ServiceAccountKey {
  type: 'service_account';
  project_id: string;
  private_key_id: string;
  private_key: string;
  client_email: string;
  token_uri: string;
}

/** Consent and tokens, issued and revoked. Access tokens are valid for an hour by the simulation's clock. */
export class OAuth {
  readonly #world: World;
  readonly #chance: Chance;
  readonly #codes = new Map<string, Code>();
  readonly #access = new Map<string, AccessToken>();
  readonly #refresh = new Map<string, { grant: Grant; scopes: Set<string> }>();
  readonly #grants = new Map<string, Grant>();
  readonly #services = new Map<string, { user: User; project: Project; key: KeyObject }>();
  issuer = '';

  constructor(world: World) {
    this.#world = world;
    this.#chance = world.chance;
  }

  get jwks(): object {
    return { keys: [{ ...signingKeys().publicKey.export({ format: 'jwk' }), kid: 'classroom', use: 'sig', alg: 'RS256' }] };
  }

  project(clientId: string | undefined): Project | undefined {
    const projects = [...this.#world.projects.values()];
    return clientId === undefined ? projects[0] : projects.find((project) => project.clientId === clientId);
  }

  /** Returns true when the administrator of this person's domain blocks the project. */
  isBlocked(user: User, project: Project): boolean {
    return user.domain !== null && this.#world.domain(user.domain).blockedProjects.has(project.id);
  }

  /** Does what a click on the page of consent does. @throws Error when the person or project does not exist */
  consent(wish: ConsentRequest): string {
    const user = this.#world.users.get(wish.subject) ?? this.#world.findUserByEmail(wish.subject);
    const project = this.project(wish.clientId);
    if (!user || !project) throw new Error(`nobody is ${wish.subject}, or no project has the client ${wish.clientId}`);
    const code = `4/0${this.#chance.word(40)}`;
    this.#codes.set(code, {
      user,
      project,
      scopes: new Set(wish.scopes.filter(isKnownScope)),
      redirectUri: wish.redirectUri,
      codeChallenge: wish.codeChallenge ?? null,
      nonce: wish.nonce ?? null,
      isOffline: wish.isOffline ?? true,
      isPrompted: wish.isPrompted ?? true,
      isIncluding: wish.isIncluding ?? false,
      expiresAt: this.#world.now() + CODE_LIFE_MS,
    });
    return code;
  }

  /** Handles the token endpoint. @throws OAuthError */
  exchange(form: URLSearchParams, authorization: string | undefined): object {
    const type = form.get('grant_type');
    if (type === 'urn:ietf:params:oauth:grant-type:jwt-bearer') return this.#ofService(form.get('assertion') ?? '');
    const project = this.#client(form, authorization);
    if (type === 'authorization_code') return this.#ofCode(form, project);
    if (type === 'refresh_token') return this.#ofRefresh(form.get('refresh_token') ?? '', project);
    throw new OAuthError('unsupported_grant_type', `Invalid grant_type: ${type}`);
  }

  /** Ends a grant by any of its tokens. @throws OAuthError */
  revoke(token: string): void {
    const grant = this.#refresh.get(token)?.grant ?? this.#access.get(token)?.grant;
    if (!grant || grant.isWithdrawn) throw new OAuthError('invalid_token', 'Token expired or revoked');
    this.#withdraw(grant);
  }

  /** Does what a person can do in their account: revokes every token of the project. */
  withdraw(user: User, clientId?: string): void {
    const grant = this.#grants.get(`${this.project(clientId)?.id} ${user.id}`);
    if (grant) this.#withdraw(grant);
  }

  /** Issues tokens without a browser. */
  issue(user: User, scopes: readonly string[], clientId?: string): { accessToken: string; refreshToken: string } {
    const project = this.project(clientId) as Project;
    const grant = this.#grant(user, project, new Set(scopes));
    return { accessToken: this.#newAccess(user, project, new Set(scopes), grant), refreshToken: this.#newRefresh(grant, new Set(scopes)) };
  }

  /**
   * Creates an account for an app of the project, as for Pub/Sub. The key is the file that Google's console provides.
   */
  serviceAccount(project: Project): ServiceAccountKey {
    const { privateKey, publicKey } = keyPair(1 + this.#services.size);
    const id = this.#chance.digits(21);
    const email = `worker-${this.#chance.word(6)}@${project.id}.iam.gserviceaccount.com`;
    const more = {
      givenName: 'Service',
      familyName: 'account',
      domain: null,
      isAdmin: false,
      isTeacher: false,
      isEmailHidden: true,
      isDisabled: false,
      hasPhoto: false,
    };
    this.#services.set(email, { user: { id, email, ...more }, project, key: publicKey });
    const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
    return {
      type: 'service_account',
      project_id: project.id,
      private_key_id: this.#chance.word(40),
      private_key: pem,
      client_email: email,
      token_uri: `${this.issuer}/token`,
    };
  }

  /** Identifies the caller. @throws GoogleError UNAUTHENTICATED */
  identify(authorization: string | undefined): Bearer {
    const token = this.#access.get(/^Bearer (.+)$/i.exec(authorization ?? '')?.[1] ?? '');
    if (!token || token.expiresAt <= this.#world.now() || token.grant?.isWithdrawn || token.user.isDisabled) throw unauthenticated();
    return token;
  }

  #client(form: URLSearchParams, authorization: string | undefined): Project {
    const basic = /^Basic (.+)$/i.exec(authorization ?? '')?.[1];
    const [id, secret] = basic
      ? Buffer.from(basic, 'base64')
          .toString()
          .split(':')
          .map((part) => decodeURIComponent(part.replaceAll('+', ' ')))
      : [form.get('client_id') ?? '', form.get('client_secret') ?? ''];
    const project = this.project(id ?? '');
    if (!project) throw new OAuthError('invalid_client', 'The OAuth client was not found.', 401);
    if (!isSame(project.clientSecret, secret ?? '')) throw new OAuthError('invalid_client', 'Unauthorized', 401);
    return project;
  }

  #ofCode(form: URLSearchParams, project: Project): object {
    const text = form.get('code') ?? '';
    const code = this.#codes.get(text);
    this.#codes.delete(text);
    if (!code || code.expiresAt <= this.#world.now() || code.project !== project) throw new OAuthError('invalid_grant', 'Malformed auth code.');
    if (code.redirectUri !== form.get('redirect_uri')) throw new OAuthError('redirect_uri_mismatch', 'Bad Request');
    if (code.codeChallenge !== null && !isSame(code.codeChallenge, challengeOf(form.get('code_verifier') ?? '')))
      throw new OAuthError('invalid_grant', 'Invalid code verifier.');
    if (this.isBlocked(code.user, project)) throw new OAuthError('access_denied', 'admin_policy_enforced', 403);
    const before = this.#grants.get(`${project.id} ${code.user.id}`);
    if (code.isIncluding) for (const name of before?.scopes ?? []) code.scopes.add(name);
    const isNew = !before || before.refreshTokens.size === 0 || [...code.scopes].some((name) => !before.scopes.has(name));
    const grant = this.#grant(code.user, project, code.scopes);
    const isRefreshed = code.isOffline && (isNew || code.isPrompted);
    return {
      ...this.#answer(code.user, project, code.scopes, grant),
      ...(isRefreshed ? { refresh_token: this.#newRefresh(grant, code.scopes) } : {}),
      ...(code.scopes.has('openid') ? { id_token: this.#idToken(code) } : {}),
    };
  }

  #ofRefresh(text: string, project: Project): object {
    const refresh = this.#refresh.get(text);
    if (!refresh || refresh.grant.project !== project || refresh.grant.isWithdrawn) throw new OAuthError('invalid_grant', 'Token has been expired or revoked.');
    const { user } = refresh.grant;
    if (user.isDisabled) throw new OAuthError('invalid_grant', 'Account has been deleted');
    if (this.isBlocked(user, project))
      throw new OAuthError('admin_policy_enforced', 'Access to your account data is restricted by policies within your organization.');
    return this.#answer(user, project, refresh.scopes, refresh.grant);
  }

  #ofService(assertion: string): object {
    const [head = '', body = '', signature = ''] = assertion.split('.');
    const claims = parseJson(Buffer.from(body, 'base64url').toString()) as { iss?: string; scope?: string; aud?: string } | null;
    const service = this.#services.get(claims?.iss ?? '');
    const isSigned = service !== undefined && verify('RSA-SHA256', Buffer.from(`${head}.${body}`), service.key, Buffer.from(signature, 'base64url'));
    if (!isSigned || claims?.aud !== `${this.issuer}/token`) throw new OAuthError('invalid_grant', 'Invalid JWT Signature.');
    return this.#answer(service.user, service.project, new Set((claims.scope ?? '').split(' ').filter(isKnownScope)), null);
  }

  #answer(user: User, project: Project, scopes: Set<string>, grant: Grant | null): object {
    return {
      access_token: this.#newAccess(user, project, scopes, grant),
      expires_in: TOKEN_LIFE_MS / 1000 - 1,
      scope: [...scopes].map(toReturnedScope).join(' '),
      token_type: 'Bearer',
    };
  }

  #grant(user: User, project: Project, scopes: ReadonlySet<string>): Grant {
    const key = `${project.id} ${user.id}`;
    const grant = this.#grants.get(key) ?? { user, project, scopes: new Set(), refreshTokens: new Set(), isWithdrawn: false };
    for (const name of scopes) grant.scopes.add(name);
    this.#grants.set(key, grant);
    return grant;
  }

  #withdraw(grant: Grant): void {
    grant.isWithdrawn = true;
    for (const token of grant.refreshTokens) this.#refresh.delete(token);
    this.#grants.delete(`${grant.project.id} ${grant.user.id}`);
    // A person who revokes consent gets no more notifications.
    for (const { id, userId, projectId } of this.#world.registrations.values())
      if (userId === grant.user.id && projectId === grant.project.id) this.#world.registrations.delete(id);
  }

  #newAccess(user: User, project: Project, scopes: Set<string>, grant: Grant | null): string {
    const token = `ya29.${this.#chance.word(60)}`;
    this.#access.set(token, { user, project, scopes: withBroader(scopes), expiresAt: this.#world.now() + TOKEN_LIFE_MS, grant });
    return token;
  }

  #newRefresh(grant: Grant, scopes: Set<string>): string {
    const token = `1//0${this.#chance.word(60)}`;
    grant.refreshTokens.add(token);
    this.#refresh.set(token, { grant, scopes });
    return token;
  }

  /** Its instants are real ones: the reader compares them with its own clock. */
  #idToken({ user, project, scopes, nonce }: Code): string {
    const now = Math.floor(Date.now() / 1000);
    const hasEmail = scopes.has('email') || scopes.has(toReturnedScope('email'));
    const claims = {
      iss: this.issuer,
      azp: project.clientId,
      aud: project.clientId,
      sub: user.id,
      ...(user.domain === null ? {} : { hd: user.domain }),
      ...(hasEmail ? { email: user.email, email_verified: true } : {}),
      ...(nonce === null ? {} : { nonce }),
      iat: now,
      exp: now + TOKEN_LIFE_MS / 1000,
    };
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const text = `${part({ alg: 'RS256', kid: 'classroom', typ: 'JWT' })}.${part(claims)}`;
    return `${text}.${sign('RSA-SHA256', Buffer.from(text), signingKeys().privateKey).toString('base64url')}`;
  }
}

/**
 * Key pairs, created when first needed, once for all servers of a process: one can take half a second. In one server
 * each account has its own.
 */
const keyPairs: ReturnType<typeof makeKeys>[] = [];
const makeKeys = () => generateKeyPairSync('rsa', { modulusLength: 2048 });
const keyPair = (at: number): ReturnType<typeof makeKeys> => (keyPairs[at] ??= makeKeys());
const signingKeys = () => keyPair(0);

/** Adds the returned names: a token is valid under the requested name and the returned one. */
const withBroader = (scopes: ReadonlySet<string>): Set<string> => new Set([...scopes].flatMap((name) => [name, toReturnedScope(name)]));

const challengeOf = (verifier: string): string => createHash('sha256').update(verifier).digest('base64url');

const isSame = (a: string, b: string): boolean => a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b));

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
