import type { FileView } from '@classwright/contract';
import { appNow } from '../../../platform/clock.ts';
import type { Db } from '../../../platform/database/index.ts';
import type { Actor } from '../../../platform/http/index.ts';
import type { FileLinks } from './links.ts';
import { listLibraryFiles } from './queries.ts';
import { toFileView } from './views.ts';

/** Returns files by their ids, in that order, for a person who may read them. */
export async function loadFileViews(db: Db, actor: Actor, links: FileLinks, ids: readonly number[]): Promise<FileView[]> {
  const now = await appNow(db);
  return (await listLibraryFiles(db, ids)).map((row) => toFileView(row, { actor, links, now }));
}
