import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { S3Settings } from '../platform/config.ts';
import type { Archived, ArchiveTarget } from './target.ts';

/** A place in a bucket, under a path. The client is loaded only when it is used. */
export function createBucketTarget(settings: S3Settings, under: string): ArchiveTarget {
  let opened: Promise<ArchiveTarget> | undefined;
  const target = (): Promise<ArchiveTarget> => (opened ??= openTarget(settings, under === '' ? '' : `${under}/`));
  return {
    put: async (name, bytes) => (await target()).put(name, bytes),
    putFile: async (name, path) => (await target()).putFile(name, path),
    get: async (name) => (await target()).get(name),
    read: async (name) => (await target()).read(name),
    list: async (path) => (await target()).list(path),
    listFolders: async (path) => (await target()).listFolders(path),
    remove: async (name) => (await target()).remove(name),
  };
}

async function openTarget(settings: S3Settings, under: string): Promise<ArchiveTarget> {
  const { openS3Client } = await import('../modules/school/files/index.ts'); // the process that keeps the archive is small without it
  const { client, commands } = await openS3Client(settings);
  const Bucket = settings.bucket;
  const keyOf = (name: string): string => `${under}${name}`;
  const read = async (name: string): Promise<Readable | null> => {
    try {
      const { Body } = await client.send(new commands.GetObjectCommand({ Bucket, Key: keyOf(name) }));
      return (Body as Readable | undefined) ?? null;
    } catch (error) {
      if (error instanceof commands.NoSuchKey) return null;
      throw error;
    }
  };
  async function* pages(Prefix: string, Delimiter?: string) {
    let ContinuationToken: string | undefined;
    do {
      const page = await client.send(new commands.ListObjectsV2Command({ Bucket, Prefix, Delimiter, ContinuationToken }));
      yield page;
      ContinuationToken = page.IsTruncated ? page.NextContinuationToken : undefined;
    } while (ContinuationToken !== undefined);
  }
  return {
    async put(name, bytes) {
      await client.send(new commands.PutObjectCommand({ Bucket, Key: keyOf(name), Body: bytes }));
    },
    async putFile(name, path) {
      // without a length the client would hold the whole file in memory to count it
      const { size } = await stat(path);
      await client.send(new commands.PutObjectCommand({ Bucket, Key: keyOf(name), Body: createReadStream(path), ContentLength: size }));
    },
    async get(name) {
      const stream = await read(name);
      return stream && buffer(stream);
    },
    read,
    async list(path) {
      const found: Archived[] = [];
      for await (const { Contents } of pages(keyOf(`${path}/`)))
        for (const { Key, Size, LastModified } of Contents ?? [])
          found.push({ name: (Key as string).slice(under.length), bytes: Size ?? 0, changedAt: LastModified ?? new Date(0) });
      return found.sort((a, b) => (a.name < b.name ? -1 : 1));
    },
    async listFolders(path) {
      const above = keyOf(path === '' ? '' : `${path}/`);
      const found: string[] = [];
      for await (const { CommonPrefixes } of pages(above, '/'))
        for (const { Prefix } of CommonPrefixes ?? []) found.push((Prefix as string).slice(above.length, -1));
      return found.sort();
    },
    async remove(name) {
      await client.send(new commands.DeleteObjectCommand({ Bucket, Key: keyOf(name) }));
    },
  };
}
