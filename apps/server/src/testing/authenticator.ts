import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';

/** Writes the little CBOR (RFC 8949) that authenticators need: numbers, texts, bytes and maps. */
function toCbor(value: number | string | Buffer | Map<number | string, unknown>): Buffer {
  const head = (major: number, length: number): Buffer =>
    length < 24
      ? Buffer.from([(major << 5) | length])
      : length < 256
        ? Buffer.from([(major << 5) | 24, length])
        : Buffer.from([(major << 5) | 25, length >> 8, length & 255]);
  if (typeof value === 'number') return value >= 0 ? head(0, value) : head(1, -1 - value);
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  return Buffer.concat([head(5, value.size), ...[...value].flatMap(([key, item]) => [toCbor(key), toCbor(item as never)])]);
}

const sha256 = (text: string | Buffer): Buffer => createHash('sha256').update(text).digest();

const PRESENT = 0x01;
const VERIFIED = 0x04;
const ATTESTED = 0x40;

/** A passkey in memory, as a phone or a security key holds it, with its answers in the JSON form of WebAuthn. */
export function createAuthenticator({ origin = 'http://localhost:80', verifies = true } = {}) {
  const site = new URL(origin);
  const credentialId = randomBytes(16);
  const { privateKey, publicKey }: { privateKey: KeyObject; publicKey: KeyObject } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  let counter = 0;
  const id = credentialId.toString('base64url');
  const dataOf = (flags: number, rest = Buffer.alloc(0)): Buffer => {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter);
    return Buffer.concat([sha256(site.hostname), Buffer.from([flags | PRESENT | (verifies ? VERIFIED : 0)]), count, rest]);
  };
  const clientData = (type: string, challenge: string): Buffer => Buffer.from(JSON.stringify({ type, challenge, origin: site.origin, crossOrigin: false }));
  const common = { id, rawId: id, type: 'public-key', clientExtensionResults: {} };
  return {
    id,
    /** Returns the answer to the options of a new passkey. */
    make({ challenge }: { challenge: string }) {
      const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
      const key = toCbor(
        new Map<number, unknown>([
          [1, 2],
          [3, -7],
          [-1, 1],
          [-2, Buffer.from(x, 'base64url')],
          [-3, Buffer.from(y, 'base64url')],
        ]),
      );
      const attested = Buffer.concat([Buffer.alloc(16), Buffer.from([0, credentialId.length]), credentialId, key]);
      const attestation = toCbor(
        new Map<string, unknown>([
          ['fmt', 'none'],
          ['attStmt', new Map()],
          ['authData', dataOf(ATTESTED, attested)],
        ]),
      );
      const response = {
        clientDataJSON: clientData('webauthn.create', challenge).toString('base64url'),
        attestationObject: attestation.toString('base64url'),
        transports: ['internal'],
      };
      return { ...common, response };
    },
    /** Returns the answer to the options of a sign-in or a confirmation. */
    show({ challenge }: { challenge: string }) {
      counter += 1;
      const data = dataOf(0);
      const client = clientData('webauthn.get', challenge);
      const response = {
        clientDataJSON: client.toString('base64url'),
        authenticatorData: data.toString('base64url'),
        signature: sign('sha256', Buffer.concat([data, sha256(client)]), privateKey).toString('base64url'),
      };
      return { ...common, response };
    },
  };
}
