import * as oidc from 'openid-client';

/** A client that the school has registered with the provider. */
export interface GoogleSetting {
  /** Whose discovery document says where everything is: https://accounts.google.com. */
  issuer: URL;
  clientId: string;
  clientSecret: string;
}

/** What a sign-in that has begun needs when it comes back. */
export interface Begun {
  state: string;
  nonce: string;
  codeVerifier: string;
  redirectUri: string;
}

/** What the provider vouches for. The identity stays the person's; an address may be another one's next year. */
export interface Vouched {
  email: string | null;
  isVerified: boolean;
  identity: { issuer: string; subject: string };
}

/** Why the provider's answer was not taken. `cancelled`: by the person; `unreachable`: it does not answer, or not to us. */
export type ProviderRefusal = 'cancelled' | 'unreachable' | 'refused';
export class ProviderError extends Error {
  readonly refusal: ProviderRefusal;
  constructor(refusal: ProviderRefusal, cause: unknown) {
    super(`the identity provider: ${refusal}`, { cause });
    this.refusal = refusal;
  }
}

const TIMEOUT_SECONDS = 8;
/** What clocks may differ by. */
const CLOCK_TOLERANCE_SECONDS = 30;

/**
 * One OpenID provider, by authorization code with PKCE, state and nonce; signatures of its tokens are checked. What it
 * says of itself is asked for when it is first needed, and again after a failure.
 */
export class OpenIdProvider {
  readonly #setting: GoogleSetting;
  #discovered: Promise<oidc.Configuration> | null = null;

  constructor(setting: GoogleSetting) {
    this.#setting = setting;
  }

  #configuration(): Promise<oidc.Configuration> {
    const { issuer, clientId, clientSecret } = this.#setting;
    this.#discovered ??= oidc
      .discovery(issuer, clientId, { client_secret: clientSecret, [oidc.clockTolerance]: CLOCK_TOLERANCE_SECONDS }, undefined, {
        timeout: TIMEOUT_SECONDS,
        // settings allow plain http for a provider on this machine alone
        execute: [oidc.enableNonRepudiationChecks, ...(issuer.protocol === 'http:' ? [oidc.allowInsecureRequests] : [])],
      })
      .catch((error: unknown) => {
        this.#discovered = null;
        throw new ProviderError('unreachable', error);
      });
    return this.#discovered;
  }

  /** Where to send the browser. `asked`: more than to know who somebody is. @throws ProviderError */
  async begin(redirectUri: string, asked: Record<string, string> = {}): Promise<{ url: string; begun: Begun }> {
    const configuration = await this.#configuration();
    const begun = { state: oidc.randomState(), nonce: oidc.randomNonce(), codeVerifier: oidc.randomPKCECodeVerifier(), redirectUri };
    const url = oidc.buildAuthorizationUrl(configuration, {
      redirect_uri: redirectUri,
      scope: 'openid email',
      state: begun.state,
      nonce: begun.nonce,
      code_challenge: await oidc.calculatePKCECodeChallenge(begun.codeVerifier),
      code_challenge_method: 'S256',
      prompt: 'select_account', // a shared device may hold somebody else's account
      ...asked,
    });
    return { url: url.href, begun };
  }

  /** Who came back, as the provider vouches for it. `answer`: what stood behind "?" in the address. @throws ProviderError */
  async finish(begun: Begun, answer: string): Promise<Vouched> {
    return (await this.#grant(begun, answer)).who;
  }

  /** Who came back, with what they consented to. @throws ProviderError */
  async finishConsent(begun: Begun, answer: string): Promise<{ who: Vouched; tokens: ConsentTokens }> {
    const { who, tokens } = await this.#grant(begun, answer);
    return { who, tokens: toConsentTokens(tokens) };
  }

  /** New tokens for a consent. @throws ProviderError; `refused`: the consent is gone */
  async refresh(refreshToken: string): Promise<ConsentTokens> {
    const configuration = await this.#configuration();
    const tokens = await oidc.refreshTokenGrant(configuration, refreshToken).catch((error: unknown) => {
      throw new ProviderError(refusalOf(error), error);
    });
    return toConsentTokens(tokens);
  }

  /** Ends a consent at the provider, where it says how. @throws ProviderError */
  async revoke(token: string): Promise<void> {
    const configuration = await this.#configuration();
    if (configuration.serverMetadata().revocation_endpoint === undefined) return;
    await oidc.tokenRevocation(configuration, token).catch((error: unknown) => {
      throw new ProviderError(refusalOf(error), error);
    });
  }

  async #grant({ state, nonce, codeVerifier, redirectUri }: Begun, answer: string) {
    const configuration = await this.#configuration();
    const address = new URL(redirectUri);
    address.search = answer;
    const checks = { pkceCodeVerifier: codeVerifier, expectedState: state, expectedNonce: nonce, idTokenExpected: true };
    const tokens = await oidc.authorizationCodeGrant(configuration, address, checks).catch((error: unknown) => {
      throw new ProviderError(refusalOf(error), error);
    });
    const claims = tokens.claims();
    if (!claims) throw new ProviderError('refused', new Error('no ID token'));
    const { email, email_verified, iss, sub } = claims as { email?: unknown; email_verified?: unknown; iss: string; sub: string };
    const who: Vouched = { email: typeof email === 'string' ? email : null, isVerified: email_verified === true, identity: { issuer: iss, subject: sub } };
    return { who, tokens };
  }
}

/** What a consent gives. `refreshToken` null: the one before goes on. */
export interface ConsentTokens {
  accessToken: string;
  refreshToken: string | null;
  expiresInSeconds: number;
  scopes: readonly string[];
}

const toConsentTokens = (tokens: oidc.TokenEndpointResponse): ConsentTokens => ({
  accessToken: tokens.access_token,
  refreshToken: tokens.refresh_token ?? null,
  expiresInSeconds: tokens.expires_in ?? 3600,
  scopes: tokens.scope?.split(' ') ?? [],
});

/** Errors that say that this product and the provider do not know each other, rather than something about the person. */
const OUR_FAULTS = ['invalid_client', 'unauthorized_client', 'server_error', 'temporarily_unavailable'];

function refusalOf(error: unknown): ProviderRefusal {
  if (error instanceof oidc.AuthorizationResponseError)
    return error.error === 'access_denied' ? 'cancelled' : OUR_FAULTS.includes(error.error) ? 'unreachable' : 'refused';
  if (error instanceof oidc.ResponseBodyError) return error.status >= 500 || OUR_FAULTS.includes(error.error) ? 'unreachable' : 'refused';
  const answered = error instanceof oidc.ClientError && error.cause instanceof Response ? error.cause : null;
  if (answered) return answered.status >= 500 || answered.status === 401 ? 'unreachable' : 'refused';
  // no connection, or none in time
  const isNetwork =
    error instanceof TypeError || (error instanceof Error && /TIMEOUT|TimeoutError|AbortError/.test(`${error.name} ${(error as { code?: string }).code}`));
  return isNetwork ? 'unreachable' : 'refused';
}
