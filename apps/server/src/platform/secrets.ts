/**
 * Secrets of other services that must be read again, such as Google tokens: encrypted with a key that is not in the
 * database, so that a copy of the database reveals nothing. The key is `SECRETS_KEY`, or a file in the data folder that
 * is created the first time. Without the key the secrets are lost and must be requested again.
 */
import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { closeSync, openSync, readFileSync, writeSync } from 'node:fs';
import path from 'node:path';

export interface Sealer {
  /** Encrypts a text. Two results for one text differ. */
  seal(text: string): Buffer;
  /** Decrypts. Null: it has another key, or was changed. */
  open(sealed: Buffer): string | null;
  /** Returns a keyed hash (HMAC-SHA-256) of a text. One text has different hashes for different purposes. */
  mac(purpose: string, text: string): Buffer;
}

const KEY_FILE = 'secrets.key';
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const VERSION = Buffer.from([1]);

/** Returns the key of the data folder. It is created once, even when two processes start at the same time. */
function keyOfFolder(dataDir: string): Buffer {
  const file = path.join(dataDir, KEY_FILE);
  try {
    const descriptor = openSync(file, 'wx', 0o600);
    writeSync(descriptor, randomBytes(KEY_BYTES).toString('base64url'));
    closeSync(descriptor);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  return Buffer.from(readFileSync(file, 'utf8').trim(), 'utf8');
}

/** Creates a sealer. `key`: the setting's key. Null: the data folder's, which is created at the first use. */
export function createSealer(key: string | null, dataDir: string): Sealer {
  let made: Buffer | null = null;
  let hashing: Buffer | null = null;
  const derive = (use: string): Buffer => Buffer.from(hkdfSync('sha256', key === null ? keyOfFolder(dataDir) : Buffer.from(key, 'utf8'), '', use, KEY_BYTES));
  const getKey = (): Buffer => (made ??= derive('sealed-secrets'));
  return {
    seal(text) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv('aes-256-gcm', getKey(), nonce);
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([VERSION, nonce, cipher.getAuthTag(), body]);
    },
    open(sealed) {
      if (sealed.length < 1 + NONCE_BYTES + TAG_BYTES || sealed[0] !== VERSION[0]) return null;
      const decipher = createDecipheriv('aes-256-gcm', getKey(), sealed.subarray(1, 1 + NONCE_BYTES));
      decipher.setAuthTag(sealed.subarray(1 + NONCE_BYTES, 1 + NONCE_BYTES + TAG_BYTES));
      try {
        return Buffer.concat([decipher.update(sealed.subarray(1 + NONCE_BYTES + TAG_BYTES)), decipher.final()]).toString('utf8');
      } catch {
        return null;
      }
    },
    mac(purpose, text) {
      hashing ??= derive('keyed-hashes');
      return createHmac('sha256', hashing).update(`${purpose}\0${text}`).digest();
    },
  };
}
