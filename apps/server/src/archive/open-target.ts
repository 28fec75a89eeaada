import type { ArchiveSettings } from '../platform/config.ts';
import { createBucketTarget } from './bucket.ts';
import { createFolderTarget } from './folder.ts';
import type { ArchiveTarget } from './target.ts';

export const createTarget = (settings: ArchiveSettings): ArchiveTarget =>
  settings.bucket === null ? createFolderTarget(settings.folder) : createBucketTarget(settings.bucket, settings.folder);
