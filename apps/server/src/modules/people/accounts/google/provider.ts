import * as oidc from 'openid-client';

/** A client that the school has registered with the provider. */
export interface GoogleSetting {
  /** The issuer, whose discovery document lists all addresses: https://accounts.google.com. */
  issuer: URL;
  clientId: string;
  clientSecret: string;
}

/** The data that a started sign-in needs when the person returns. */
export interface Begun {
  state: string;
  nonce: string;
  codeVerifier: string;
  redirectUri: string;
}

/**
 * The facts that the provider vouches for. The identity always belongs to the same person; an address may belong to
 * another one next year.
 */
export interface VerifiedPerson {
  email: string | null;
  isVerified: boolean;
  identity: { issuer: string; subject: string };
  /** True when the token says that the provider asked for more than one factor (`amr`, RFC 8176). */
  hasFactor: boolean;
}

/**
 * The reason the provider's response was not accepted. `cancelled`: the person canceled; `unreachable`: the provider
 * does not respond, or not to us.
 */
export type ProviderRefusal = 'cancelled' | 'unreachable' | 'refused';
export class ProviderError extends Error {
  readonly refusal: ProviderRefusal;
  constructor(refusal: ProviderRefusal, cause: unknown) {
    super(`the identity provider: ${refusal}`, { cause });
    this.refusal = refusal;
  }
}

const TIMEOUT_SECONDS = 8;
/** The tolerated difference between clocks. */
const CLOCK_TOLERANCE_SECONDS = 30;

/**
 * One OpenID provider, by authorization code with PKCE, state and nonce. It checks the signatures of the provider's
 * tokens. It reads the provider's configuration when it is first needed, and again after a failure.
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
        // settings allow plain http only for a provider on this machine
        execute: [oidc.enableNonRepudiationChecks, ...(issuer.protocol === 'http:' ? [oidc.allowInsecureRequests] : [])],
      })
      .catch((error: unknown) => {
        this.#discovered = null;
        throw new ProviderError('unreachable', error);
      });
    return this.#discovered;
  }

  /**
   * Returns the address to send the browser to. `asked`: parameters that ask for more than the person's identity.
   * @throws ProviderError
   */
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

  /**
   * Returns the person who came back, as the provider vouches for them. `answer`: the part of the address after "?".
   * @throws ProviderError
   */
  async finish(begun: Begun, answer: string): Promise<VerifiedPerson> {
    return (await this.#grant(begun, answer)).who;
  }

  /** Returns the person who came back, and the tokens they consented to. @throws ProviderError */
  async finishConsent(begun: Begun, answer: string): Promise<{ who: VerifiedPerson; tokens: ConsentTokens }> {
    const { who, tokens } = await this.#grant(begun, answer);
    return { who, tokens: toConsentTokens(tokens) };
  }

  /** Gets new tokens for a consent. @throws ProviderError; `refused`: the consent no longer exists */
  async refresh(refreshToken: string): Promise<ConsentTokens> {
    const configuration = await this.#configuration();
    const tokens = await oidc.refreshTokenGrant(configuration, refreshToken).catch((error: unknown) => {
      throw new ProviderError(refusalOf(error), error);
    });
    return toConsentTokens(tokens);
  }

  /** Ends a consent at the provider, where the provider supports it. @throws ProviderError */
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
    const { email, email_verified, amr, iss, sub } = claims as { email?: unknown; email_verified?: unknown; amr?: unknown; iss: string; sub: string };
    const who: VerifiedPerson = {
      email: typeof email === 'string' ? email : null,
      isVerified: email_verified === true,
      identity: { issuer: iss, subject: sub },
      hasFactor: Array.isArray(amr) && amr.includes('mfa'),
    };
    return { who, tokens };
  }
}

/** The tokens that a consent gives. When `refreshToken` is null, the previous one stays valid. */
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

/** Errors between this product and the provider rather than errors about the person. */
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
