import path from 'node:path';
import type { S3Settings } from '../../../../platform/config.ts';
import { createDiskStorage } from './disk.ts';
import { createS3Storage } from './s3.ts';
import type { FileStorage } from './storage.ts';

export type { FileStorage } from './storage.ts';

const MEGABYTE = 1_000_000;
const DEFAULT_SPACE_MEGABYTES = 2000;

/** Uses a bucket when one is set up, otherwise `<data folder>/files`. */
export function createFileStorage(dataDir: string, s3: S3Settings | null = null, spaceMegabytes = DEFAULT_SPACE_MEGABYTES): FileStorage {
  const bytes = s3 ? createS3Storage(s3) : createDiskStorage(path.join(dataDir, 'files'));
  return { ...bytes, spaceBytes: spaceMegabytes * MEGABYTE, isBucket: s3 !== null };
}
