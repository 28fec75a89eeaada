import { createHmac, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Begun, OpenIdProvider } from './provider.ts';

// An issuer whose ID tokens are as a test wants them.

const CLIENT = 'classwright.test';
const own = generateKeyPairSync('rsa', { modulusLength: 2048 });
const foreign = generateKeyPairSync('rsa', { modulusLength: 2048 });
const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

let idToken = '';
let namedIssuer = '';
let issuer = '';
const server = createServer((request, response) => {
  const answers: Record<string, object> = {
    '/.well-known/openid-configuration': {
      issuer: namedIssuer,
      authorization_endpoint: `${issuer}/authorize`,
      token_endpoint: `${issuer}/token`,
      jwks_uri: `${issuer}/keys`,
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['RS256'],
    },
    '/keys': { keys: [{ ...own.publicKey.export({ format: 'jwk' }), kid: 'own', use: 'sig', alg: 'RS256' }] },
    '/token': { access_token: 'an access token', token_type: 'bearer', expires_in: 600, id_token: idToken },
  };
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answers[request.url ?? ''] ?? {}));
});
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  namedIssuer = issuer;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

interface Forgery {
  claims?: (nowSeconds: number) => object;
  header?: object;
  key?: KeyObject;
  signature?: (text: string) => string;
}

function forge({ nonce }: Begun, { claims = () => ({}), header = {}, key = own.privateKey, signature }: Forgery): string {
  const nowSeconds = Math.floor(Date.now() / 1000);
  const payload = { iss: issuer, aud: CLIENT, sub: '7', iat: nowSeconds, exp: nowSeconds + 300, nonce, email: 'ada@school.test', email_verified: true };
  const text = `${encode({ alg: 'RS256', kid: 'own', ...header })}.${encode({ ...payload, ...claims(nowSeconds) })}`;
  return `${text}.${signature ? signature(text) : sign('sha256', Buffer.from(text), key).toString('base64url')}`;
}

async function signIn(forgery: Forgery) {
  const provider = new OpenIdProvider({ issuer: new URL(issuer), clientId: CLIENT, clientSecret: 'a secret' });
  const { begun } = await provider.begin('http://127.0.0.1/google-sign-in');
  idToken = forge(begun, forgery);
  return provider.finish(begun, `?code=a-code&state=${begun.state}`);
}

describe('[B2837] an ID token', () => {
  test('that is whole is accepted, with issuer and subject', async () => {
    expect(await signIn({})).toMatchObject({ email: 'ada@school.test', isVerified: true, identity: { issuer, subject: '7' } });
  });

  test.each<[string, Forgery]>([
    ['signed with another key', { key: foreign.privateKey }],
    ['not signed', { header: { alg: 'none' }, signature: () => '' }],
    ['without its signature', { signature: () => '' }],
    [
      'signed by HMAC with the public key',
      {
        header: { alg: 'HS256' },
        signature: (text) =>
          createHmac('sha256', own.publicKey.export({ format: 'pem', type: 'spki' }))
            .update(text)
            .digest('base64url'),
      },
    ],
    ['that brings its own key', { key: foreign.privateKey, header: { jwk: foreign.publicKey.export({ format: 'jwk' }), jku: 'http://127.0.0.1:1/keys' } }],
    ['for another client', { claims: () => ({ aud: 'another client' }) }],
    ['of another issuer', { claims: () => ({ iss: 'https://evil.example' }) }],
    ['that is over', { claims: (now) => ({ iat: now - 900, exp: now - 600 }) }],
    ['of another sign-in', { claims: () => ({ nonce: 'another nonce' }) }],
  ])('%s is refused', async (_what, forgery) => {
    await expect(signIn(forgery)).rejects.toMatchObject({ name: 'Error', message: expect.stringContaining('the identity provider') });
  });

  test('is not asked of a provider whose configuration names another issuer', async () => {
    namedIssuer = 'https://evil.example';
    await expect(signIn({})).rejects.toMatchObject({ message: expect.stringContaining('the identity provider') });
    namedIssuer = issuer;
  });
});
