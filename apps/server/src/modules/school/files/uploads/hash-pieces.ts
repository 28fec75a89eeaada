import { Worker } from 'node:worker_threads';
import type { UploadRow } from './queries.ts';

export interface HashQuestion {
  number: number;
  /** Of one begun upload. */
  id: string;
  path: string;
  /** How many bytes are there. */
  until: number;
  isLast: boolean;
}

export interface HashAnswer {
  number: number;
  /** Null: nothing was asked for, or the bytes are not there. */
  digest: Uint8Array | null;
}

/** One that was given up and begun anew under the same key has the same id, and other bytes. */
type Begun = Pick<UploadRow, 'id' | 'created_at'>;

export interface PieceHasher {
  /** A piece has arrived: its bytes can be hashed by and by. */
  arrived(upload: Begun, path: string, until: number): void;
  /** The SHA-256 of the whole, whichever processes its pieces came to; null when its bytes are not there. */
  digest(upload: Begun, path: string, size: number): Promise<Buffer | null>;
}

const nameOf = ({ id, created_at }: Begun): string => `${id} ${created_at.getTime()}`;

/** A thread that hashes uploads while they arrive, so that neither the last answer nor a lesson waits for it. Started with the first upload. */
export function createPieceHasher(): PieceHasher {
  let worker: Worker | null = null;
  let asked = 0;
  const waiting = new Map<number, (digest: Buffer | null) => void>();
  const start = (): Worker => {
    const started = new Worker(new URL('./hash-worker.ts', import.meta.url));
    started.unref();
    const fail = (): void => {
      worker = null;
      for (const settle of waiting.values()) settle(null);
      waiting.clear();
    };
    started.on('message', ({ number, digest }: HashAnswer) => {
      waiting.get(number)?.(digest && Buffer.from(digest));
      waiting.delete(number);
    });
    started.on('error', fail);
    started.on('exit', fail);
    return started;
  };
  const ask = (question: Omit<HashQuestion, 'number'>): number => {
    worker ??= start();
    asked += 1;
    worker.postMessage({ number: asked, ...question } satisfies HashQuestion);
    return asked;
  };
  return {
    arrived(upload, path, until) {
      ask({ id: nameOf(upload), path, until, isLast: false });
    },
    digest(upload, path, size) {
      return new Promise((resolve) => waiting.set(ask({ id: nameOf(upload), path, until: size, isLast: true }), resolve));
    },
  };
}
