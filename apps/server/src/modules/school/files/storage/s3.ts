import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import type { S3Settings } from '../../../../platform/config.ts';
import { type ByteStorage, newKey, requireKey } from './storage.ts';

/** Stores files in a bucket of Amazon S3, or of a compatible server. Its code is loaded only when it is used. */
export function createS3Storage(settings: S3Settings): ByteStorage {
  let opened: Promise<ByteStorage> | undefined;
  const bucket = (): Promise<ByteStorage> => (opened ??= openBucket(settings));
  return {
    put: async (bytes) => (await bucket()).put(bytes),
    putFile: async (source) => (await bucket()).putFile(source),
    putBack: async (key, source) => (await bucket()).putBack(requireKey(key), source),
    read: async (key, range) => (await bucket()).read(requireKey(key), range),
    remove: async (key) => (await bucket()).remove(requireKey(key)),
    check: async () => (await bucket()).check(),
  };
}

/** Opens a client of the service that has the bucket, with the commands that it takes. */
export async function openS3Client({ region, endpoint, credentials, isPathStyle }: S3Settings) {
  const commands = await import('@aws-sdk/client-s3');
  const client = new commands.S3Client({
    region,
    forcePathStyle: isPathStyle,
    // servers other than Amazon's refuse the checksums that newer clients add by default
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    ...(endpoint ? { endpoint } : {}),
    ...(credentials ? { credentials } : {}),
  });
  return { client, commands };
}

async function openBucket(settings: S3Settings): Promise<ByteStorage> {
  const { client, commands } = await openS3Client(settings);
  const { DeleteObjectCommand, GetObjectCommand, NoSuchKey, PutObjectCommand } = commands;
  const { bucket: Bucket } = settings;
  const upload = async (Key: string, source: string): Promise<void> => {
    // without a length the client would hold the whole file in memory to count it
    const { size } = await stat(source);
    await client.send(new PutObjectCommand({ Bucket, Key, Body: createReadStream(source), ContentLength: size }));
  };
  return {
    async put(bytes) {
      const key = newKey();
      await client.send(new PutObjectCommand({ Bucket, Key: key, Body: bytes }));
      return key;
    },
    async putFile(source) {
      const key = newKey();
      await upload(key, source);
      return key;
    },
    putBack: upload,
    async read(Key, { start, end }) {
      try {
        const { Body } = await client.send(new GetObjectCommand({ Bucket, Key, Range: `bytes=${start}-${end}` }));
        return (Body as Readable | undefined) ?? null;
      } catch (error) {
        if (error instanceof NoSuchKey) return null;
        throw error;
      }
    },
    async remove(Key) {
      await client.send(new DeleteObjectCommand({ Bucket, Key }));
    },
    async check() {
      // allowed to everybody who may store, and answered with success where nothing is stored under the key
      await client.send(new DeleteObjectCommand({ Bucket, Key: newKey() }));
    },
  };
}
