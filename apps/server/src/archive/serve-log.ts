import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type EmbeddedPlace, makeFetchFolder, writeFor } from '../platform/database/embedded/index.ts';
import { decompress } from './compress.ts';
import { isSegment, nextSegment, pathOfLog } from './format.ts';
import type { ArchiveTarget } from './target.ts';

/** The maximum length of a file of the log, whose length is chosen when a cluster is made. */
const MAX_SEGMENT_BYTES = 1024 ** 3;
const LOOK_EVERY_MS = 20;
/** The number of files that are unpacked before they are asked for. */
const AHEAD = 4;

export interface ServedLog {
  /** The file that the recovery needed and that is in the archive, but cannot be read. */
  readonly damaged: string | null;
  /** The last file that the recovery got. */
  readonly last: string | null;
  stop(): Promise<void>;
}

/** Hands PostgreSQL the files of its log that it asks for during a recovery. */
export function serveLog(target: ArchiveTarget, line: string, { folder, runAs }: Pick<EmbeddedPlace, 'folder' | 'runAs'>, segmentBytes: number): ServedLog {
  const path = makeFetchFolder(folder, runAs);
  const ready = join(path, 'ready');
  mkdirSync(ready, { mode: 0o700 });
  const unreadable = new Set<string>();
  let damaged: string | null = null;
  const coming = new Map<string, Promise<boolean>>();
  let last: string | null = null;
  let isEnding = false;
  let problem: unknown = null;

  /** Unpacks a file to be handed out. Returns false when there is none that can be read. */
  async function unpack(name: string): Promise<boolean> {
    const packed = await target.get(pathOfLog(line, name));
    if (packed === null) return false;
    const bytes = await decompress(packed, MAX_SEGMENT_BYTES).catch(() => null);
    if (bytes === null || (isSegment(name) && bytes.length !== segmentBytes)) {
      unreadable.add(name);
      return false;
    }
    writeFor(join(ready, name), bytes, runAs);
    return true;
  }

  const come = (name: string): Promise<boolean> => {
    const known = coming.get(name);
    if (known) return known;
    const begun = unpack(name);
    begun.catch(() => undefined);
    coming.set(name, begun);
    return begun;
  };

  async function answer(name: string): Promise<void> {
    const isThere = await come(name);
    coming.delete(name); // it may be asked for again
    if (isThere) renameSync(join(ready, name), join(path, 'have', name));
    else writeFileSync(join(path, 'none', name), '', { mode: 0o644 });
    rmSync(join(path, 'want', name), { force: true });
    if (!isThere && unreadable.has(name)) damaged = name;
    if (!isThere || !isSegment(name)) return;
    last = name;
    for (let ahead = 0, next = name; ahead < AHEAD; ahead++) {
      next = nextSegment(next, segmentBytes);
      void come(next);
    }
  }

  async function loop(): Promise<void> {
    while (!isEnding) {
      for (const name of existsSync(path) ? readdirSync(join(path, 'want')) : []) {
        rmSync(join(path, 'none', name), { force: true });
        try {
          await answer(name);
        } catch (error) {
          problem = error;
          writeFileSync(join(path, 'failed'), '', { mode: 0o644 });
          return;
        }
      }
      await sleep(LOOK_EVERY_MS);
    }
  }

  const looping = loop();
  return {
    get damaged() {
      return damaged;
    },
    get last() {
      return last;
    },
    async stop() {
      isEnding = true;
      await looping;
      await Promise.allSettled(coming.values());
      rmSync(path, { recursive: true, force: true });
      if (problem !== null) throw problem;
    },
  };
}
