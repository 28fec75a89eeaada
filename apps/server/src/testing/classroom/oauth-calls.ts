import { type Answer, html, type Incoming, type Note } from './answer.ts';
import { type OAuth, OAuthError } from './oauth.ts';
import { type PageAnswer, showConsent, takeConsent } from './oauth-page.ts';
import { classroomScopes } from './scopes.ts';
import type { World } from './world.ts';

/** Handles calls about consent and tokens. Null for other calls. */
export function answerOAuth(world: World, oauth: OAuth, incoming: Incoming, note: Note): Answer | null {
  const name = `${incoming.method} ${incoming.path}`;
  const calls: Readonly<Record<string, () => Answer>> = {
    'GET /.well-known/openid-configuration': () => ({ status: 200, body: describe(oauth.issuer) }),
    'GET /jwks': () => ({ status: 200, body: oauth.jwks }),
    'GET /o/oauth2/v2/auth': () => toAnswer(showConsent(oauth, incoming.query, world.users.values())),
    'POST /o/oauth2/v2/auth': () => toAnswer(takeConsent(oauth, new URLSearchParams(incoming.text), (id) => world.users.get(id))),
    'POST /token': () => ({
      status: 200,
      headers: { 'cache-control': 'no-store' },
      body: oauth.exchange(new URLSearchParams(incoming.text), authorizationOf(incoming)),
    }),
    'POST /revoke': () => revoke(oauth, incoming),
    'GET /userinfo': () => {
      const { user } = oauth.identify(authorizationOf(incoming));
      return { status: 200, body: { sub: user.id, email: user.email, email_verified: true, name: `${user.givenName} ${user.familyName}`.trim() } };
    },
  };
  const call = Object.hasOwn(calls, name) ? calls[name] : undefined;
  if (!call) return null;
  note.id = `oauth ${name}`;
  try {
    return call();
  } catch (error) {
    if (error instanceof OAuthError) return { status: error.status, body: { error: error.error, error_description: error.message } };
    throw error;
  }
}

const authorizationOf = ({ headers }: Incoming): string | undefined => headers.authorization as string | undefined;

/** Revokes a token, given in the body or, as Google also accepts it, in the address. */
function revoke(oauth: OAuth, { text, query }: Incoming): Answer {
  oauth.revoke(new URLSearchParams(text).get('token') ?? query.get('token') ?? '');
  return { status: 200, body: {} };
}

const toAnswer = (page: PageAnswer): Answer =>
  'location' in page ? { status: 302, headers: { location: page.location }, body: '' } : html(page.status, page.html);

const describe = (issuer: string): object => ({
  issuer,
  authorization_endpoint: `${issuer}/o/oauth2/v2/auth`,
  token_endpoint: `${issuer}/token`,
  revocation_endpoint: `${issuer}/revoke`,
  userinfo_endpoint: `${issuer}/userinfo`,
  jwks_uri: `${issuer}/jwks`,
  response_types_supported: ['code'],
  subject_types_supported: ['public'],
  id_token_signing_alg_values_supported: ['RS256'],
  scopes_supported: ['openid', 'email', 'profile', ...classroomScopes],
  token_endpoint_auth_methods_supported: ['client_secret_post', 'client_secret_basic'],
  claims_supported: ['aud', 'email', 'email_verified', 'exp', 'hd', 'iat', 'iss', 'sub'],
  code_challenge_methods_supported: ['S256'],
  grant_types_supported: ['authorization_code', 'refresh_token', 'urn:ietf:params:oauth:grant-type:jwt-bearer'],
  authorization_response_iss_parameter_supported: true,
});
