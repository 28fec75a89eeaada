import { Worker } from 'node:worker_threads';
import type { UploadRow } from './queries.ts';

export interface HashQuestion {
  number: number;
  /** The id of one started upload. */
  id: string;
  path: string;
  /** The number of bytes that have arrived. */
  until: number;
  isLast: boolean;
}

export interface HashAnswer {
  number: number;
  /** The hash. Null: none was requested, or the bytes are missing. */
  digest: Uint8Array | null;
}

/**
 * One started upload. An upload that was given up and started again under the same key has the same id, but other
 * bytes.
 */
type Begun = Pick<UploadRow, 'id' | 'created_at'>;

export interface PieceHasher {
  /** Reports that a piece has arrived, so that its bytes can be hashed in the background. */
  arrived(upload: Begun, path: string, until: number): void;
  /**
   * Returns the SHA-256 of the whole upload, regardless of the processes its pieces came to. Null when its bytes are
   * missing.
   */
  digest(upload: Begun, path: string, size: number): Promise<Buffer | null>;
}

const nameOf = ({ id, created_at }: Begun): string => `${id} ${created_at.getTime()}`;

/**
 * Creates a thread that hashes uploads while they arrive, so that neither the last response nor a lesson waits for it.
 * It starts with the first upload.
 */
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
