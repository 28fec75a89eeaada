import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import type { S3Client } from '@aws-sdk/client-s3';
import { Disk } from 'flydrive';
import type { S3Settings } from '../../../platform/config.ts';
import type { ByteStorage } from './storage.ts';
import { newKey } from './new-key.ts';

interface Bucket {
  disk: Disk;
  readRange(key: string, range: string): Promise<Readable | null>;
}

/** Files in a bucket of Amazon S3, or of a server that speaks as it does. Without it none of its code is loaded. */
export function createS3Storage(settings: S3Settings): ByteStorage {
  let opened: Promise<Bucket> | undefined;
  const bucket = (): Promise<Bucket> => (opened ??= openBucket(settings));
  const upload = async (key: string, source: string): Promise<void> => {
    // without a length the client would hold the whole file to count it
    const { size } = await stat(source);
    await (await bucket()).disk.putStream(key, createReadStream(source), { contentLength: size });
  };
  return {
    async put(bytes) {
      const key = newKey();
      await (await bucket()).disk.put(key, bytes);
      return key;
    },
    async putFile(source) {
      const key = newKey();
      await upload(key, source);
      return key;
    },
    putBack: upload,
    async read(key, { start, end }) {
      return (await bucket()).readRange(key, `bytes=${start}-${end}`);
    },
    async remove(key) {
      await (await bucket()).disk.delete(key);
    },
  };
}

async function openBucket({ bucket, region, endpoint, credentials, isPathStyle }: S3Settings): Promise<Bucket> {
  const { GetObjectCommand, NoSuchKey, S3Client: Client } = await import('@aws-sdk/client-s3');
  const { S3Driver } = await import('flydrive/drivers/s3');
  const client: S3Client = new Client({
    region,
    forcePathStyle: isPathStyle,
    // servers other than Amazon's refuse the checksums that newer clients add unasked
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    ...(endpoint ? { endpoint } : {}),
    ...(credentials ? { credentials } : {}),
  });
  return {
    disk: new Disk(new S3Driver({ client, bucket, visibility: 'private', supportsACL: false })),
    async readRange(key, range) {
      try {
        const { Body } = await client.send(new GetObjectCommand({ Bucket: bucket, Key: key, Range: range }));
        return (Body as Readable | undefined) ?? null;
      } catch (error) {
        if (error instanceof NoSuchKey) return null;
        throw error;
      }
    },
  };
}
