import { escape, page } from './html.ts';
import { isKnownScope } from './scopes.ts';
import type { User } from './types.ts';
import type { OAuth } from './oauth.ts';

/** The result of the page of consent: a page, or an address to send the browser to. */
export type PageAnswer = { status: number; html: string } | { location: string };

/** Shows the page on which a person chooses an account and unticks scopes. */
export function showConsent(oauth: OAuth, query: URLSearchParams, people: Iterable<User>): PageAnswer {
  const problem = findProblem(oauth, query);
  if (problem !== null) return refuse(problem);
  const scopes = scopesOf(query);
  const hidden = [...query].map(([name, value]) => `<input type="hidden" name="asked.${escape(name)}" value="${escape(value)}">`).join('');
  const boxes = scopes.map((name) => `<li><label><input type="checkbox" name="granted" value="${escape(name)}" checked> ${escape(name)}</label></li>`).join('');
  const hint = query.get('login_hint')?.toLowerCase();
  const everybody = [...people];
  const hinted = everybody.filter(({ email, id }) => email.toLowerCase() === hint || id === hint);
  const buttons = (hinted.length > 0 ? hinted : everybody)
    .map(
      (user) => `<li><button name="person" value="${user.id}">${escape(`${user.givenName} ${user.familyName}`.trim())} (${escape(user.email)})</button></li>`,
    )
    .join('');
  return {
    status: 200,
    html: page(
      'Choose an account',
      `<form method="post" action="/o/oauth2/v2/auth">${hidden}<p>The application asks for:</p><ul>${boxes}</ul>
<ul>${buttons}</ul><p><button name="person" value="">Cancel</button></p></form>`,
    ),
  };
}

/** Handles a click on that page. */
export function takeConsent(oauth: OAuth, form: URLSearchParams, findUser: (id: string) => User | undefined): PageAnswer {
  const query = new URLSearchParams([...form].filter(([name]) => name.startsWith('asked.')).map(([name, value]): [string, string] => [name.slice(6), value]));
  const problem = findProblem(oauth, query);
  if (problem !== null) return refuse(problem);
  const user = findUser(form.get('person') ?? '');
  const project = oauth.project(query.get('client_id') ?? '');
  const back = new URL(query.get('redirect_uri') ?? '');
  const state = query.get('state');
  if (state !== null) back.searchParams.set('state', state);
  back.searchParams.set('iss', oauth.issuer);
  if (!user || !project) {
    back.searchParams.set('error', 'access_denied');
    return { location: back.href };
  }
  if (oauth.isBlocked(user, project)) return refuse('admin_policy_enforced: the administrator of this school does not let the application in');
  const scopes = scopesOf(query).filter((name) => form.getAll('granted').includes(name));
  const [challenge, nonce] = [query.get('code_challenge'), query.get('nonce')];
  const code = oauth.consent({
    subject: user.id,
    scopes,
    clientId: project.clientId,
    redirectUri: query.get('redirect_uri') ?? '',
    ...(challenge === null ? {} : { codeChallenge: challenge }),
    ...(nonce === null ? {} : { nonce }),
    isOffline: query.get('access_type') === 'offline',
    isIncluding: query.get('include_granted_scopes') === 'true',
    isPrompted: (query.get('prompt') ?? '').split(' ').includes('consent'),
  });
  back.searchParams.set('code', code);
  back.searchParams.set('scope', scopes.join(' '));
  return { location: back.href };
}

const scopesOf = (query: URLSearchParams): string[] => [...new Set((query.get('scope') ?? '').split(' ').filter((name) => name !== ''))];

function findProblem(oauth: OAuth, query: URLSearchParams): string | null {
  const project = oauth.project(query.get('client_id') ?? '');
  if (!project) return 'invalid_client: the OAuth client was not found';
  const back = query.get('redirect_uri') ?? '';
  const isOfHere = URL.canParse(back) && ['127.0.0.1', 'localhost', '[::1]'].includes(new URL(back).hostname);
  if (project.redirectUris === null ? !isOfHere : !project.redirectUris.includes(back)) return 'redirect_uri_mismatch';
  if (query.get('response_type') !== 'code') return 'invalid_request: response_type';
  if (query.has('code_challenge') && query.get('code_challenge_method') !== 'S256') return 'invalid_request: code_challenge_method';
  const unknown = scopesOf(query).find((name) => !isKnownScope(name));
  if (unknown !== undefined || scopesOf(query).length === 0) return `invalid_scope: ${unknown ?? ''}`;
  return null;
}

const refuse = (problem: string): PageAnswer => ({ status: 400, html: page('Access blocked', `<p>Error 400: ${escape(problem)}</p>`) });
