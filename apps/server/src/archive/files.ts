import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type pg from 'pg';
import { z } from 'zod';
import { pathOfFile } from './format.ts';
import { listFilesAfter } from './queries.ts';
import type { ArchiveTarget } from './target.ts';

/** The number of files that are read at once. */
const BATCH = 500;

interface Sending {
  client: pg.Client;
  target: ArchiveTarget;
  dataDir: string;
}

const placeOf = (dataDir: string, key: string): string => join(dataDir, 'files', key);

/** Sends a file. One that is gone was deleted after its row was read. */
async function send({ target, dataDir }: Omit<Sending, 'client'>, key: string): Promise<void> {
  await target.putFile(pathOfFile(key), placeOf(dataDir, key)).catch((error: unknown) => {
    if (existsSync(placeOf(dataDir, key))) throw error;
  });
}

/**
 * Sends the files after the id `from` that are not in `shipped`. Returns the id up to which no transaction can add one any more;
 * those after it are looked at again, since ids do not become visible in their order.
 */
export async function shipFiles({ from, shipped, ...sending }: Sending & { from: number; shipped: Set<string> }): Promise<number> {
  let [settled, last] = [from, from];
  for (;;) {
    const files = await listFilesAfter(sending.client, last, BATCH);
    for (const { id, key, isSettled } of files) {
      if (!shipped.has(key)) await send(sending, key);
      if (isSettled && last === settled) settled = id;
      last = id;
      if (settled === id) shipped.delete(key);
      else shipped.add(key);
    }
    if (files.length < BATCH) return settled;
  }
}

const Gone = z.record(z.string(), z.iso.datetime());
/** Files of the archive that the database does not name any more, with the moment at which that was first seen. */
const GONE = 'gone.json';

/** Sends all files that the archive lacks, and removes those that no database of the kept days names. */
export async function shipAllFiles({ now, keepFrom, ...sending }: Sending & { now: Date; keepFrom: Date }): Promise<void> {
  const { target } = sending;
  const there = new Set((await target.list('files')).map(({ name }) => name));
  for (let last = 0, isMore = true; isMore; ) {
    const files = await listFilesAfter(sending.client, last, BATCH);
    for (const { id, key } of files) {
      if (!there.delete(pathOfFile(key))) await send(sending, key);
      last = id;
    }
    isMore = files.length === BATCH;
  }
  const before = await readGone(target);
  const gone: Record<string, string> = {};
  for (const name of there) {
    const since = before[name] ?? now.toISOString();
    if (Date.parse(since) <= keepFrom.getTime()) await target.remove(name);
    else gone[name] = since;
  }
  await target.put(GONE, Buffer.from(JSON.stringify(gone)));
}

async function readGone(target: ArchiveTarget): Promise<z.infer<typeof Gone>> {
  const bytes = await target.get(GONE);
  try {
    return bytes === null ? {} : Gone.parse(JSON.parse(bytes.toString('utf8')));
  } catch {
    return {}; // damaged: the days are counted again
  }
}
