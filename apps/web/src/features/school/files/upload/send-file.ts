import type { DetailedError, Upload } from 'tus-js-client';
import { ApiError, isApiError } from '../../../../base/api.ts';
import { loadChunk } from '../../../../base/chunk.ts';
import { randomId } from '../../../../base/random-id.ts';
import { getSession, getToken, signOut } from '../../../../base/session.ts';
import { finishUpload } from '../calls.ts';

export interface SendProgress {
  sentBytes: number;
  /**
   * The state. `offline`: it waits for the connection and continues automatically. `checking`: the server has all bytes
   * and checks them.
   */
  state: 'sending' | 'offline' | 'checking';
}

/**
 * The size of a piece, large enough for few requests; if a slow connection cannot send one within the server's minute,
 * it continues with what has arrived.
 */
const PIECE_BYTES = 16 * 1024 * 1024;
const RETRY_MS = [1000, 2000, 4000, 8000, 15_000] as const;

const isAborted = (signal: AbortSignal): boolean => signal.aborted;
const givenUp = () => new DOMException('The upload was given up', 'AbortError');

/**
 * Sends a file in pieces, and resumes after an interruption: after a lost connection as soon as there is one again,
 * after a reload when the same file is chosen again. @throws {ApiError} when the server refuses; an `AbortError` when
 * the signal ends it, which is reported to the server
 */
export async function sendFile(
  file: File,
  onProgress: (progress: SendProgress) => void,
  signal: AbortSignal,
): Promise<Awaited<ReturnType<typeof finishUpload>>> {
  const { Upload: Tus } = await loadChunk(() => import('./tus-client.ts'));
  const key = randomId();
  let sentBytes = 0;
  let failures = 0;
  const step = (): Promise<string> =>
    new Promise((resolve, reject) => {
      upload.options.onSuccess = () => resolve(upload.url ?? '');
      upload.options.onError = reject;
      upload.start();
    });
  const upload: Upload = new Tus(file, {
    endpoint: '/api/files/uploads',
    chunkSize: PIECE_BYTES,
    retryDelays: null, // retried below, where a lost connection is distinguished from a refusal
    metadata: { filename: file.name },
    removeFingerprintOnSuccess: true,
    fingerprint: () => Promise.resolve(['cw-upload', getSession()?.user.account_id, file.name, file.size, file.lastModified].join('|')),
    onBeforeRequest(request) {
      request.setHeader('authorization', `Bearer ${getToken() ?? ''}`);
      if (request.getMethod() === 'POST') request.setHeader('idempotency-key', key);
    },
    onProgress(sent) {
      sentBytes = sent;
      failures = 0;
      onProgress({ sentBytes, state: 'sending' });
    },
  });
  const onAbort = () => void upload.abort(true).catch(() => undefined);
  signal.addEventListener('abort', onAbort);
  try {
    const [before] = await upload.findPreviousUploads().catch(() => []);
    if (before) upload.resumeFromPreviousUpload(before);
    for (;;) {
      if (isAborted(signal)) throw givenUp();
      try {
        const address = await Promise.race([step(), aborted(signal)]);
        onProgress({ sentBytes: file.size, state: 'checking' });
        return await finishUpload(address.split('/').at(-1) ?? '', signal);
      } catch (error) {
        const failure = toFailure(error);
        if (isAborted(signal) || failure !== null) throw failure ?? givenUp();
        onProgress({ sentBytes, state: 'offline' });
        await pause(RETRY_MS[Math.min(failures, RETRY_MS.length - 1)] as number, signal);
        failures += 1;
      }
    }
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}

const aborted = (signal: AbortSignal): Promise<never> => new Promise((_, reject) => signal.addEventListener('abort', () => reject(givenUp()), { once: true }));

/** Waits until the time has passed, the connection returns, or it is aborted. */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      removeEventListener('online', done);
      signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    addEventListener('online', done);
    signal.addEventListener('abort', done);
  });
}

/**
 * Returns the error that ends an upload; null for a temporary one: no connection, a busy server, a piece that the last
 * connection still locks.
 */
function toFailure(error: unknown): Error | null {
  if (isApiError(error)) return error.status === 0 || error.status >= 500 || error.status === 429 ? null : error;
  if (error instanceof DOMException) return error;
  const answer = (error as Partial<DetailedError>).originalResponse;
  if (!answer) return (error as Partial<DetailedError>).originalRequest ? null : error instanceof Error ? error : new Error(String(error));
  const status = answer.getStatus();
  if (status === 0 || status >= 500 || [400, 409, 423, 429].includes(status)) return isFinal(answer.getBody()) ? toApiError(status, answer.getBody()) : null;
  const token = getToken();
  if (status === 401 && token) signOut('expired', token);
  return toApiError(status, answer.getBody());
}

const parse = (body: string): { code?: string; message?: string; errors?: Record<string, string[]>; params?: Record<string, unknown> } => {
  try {
    return JSON.parse(body) as never;
  } catch {
    return {};
  }
};

/** Returns true for a refusal of our server, as opposed to a protocol error: trying again would not help. */
const isFinal = (body: string): boolean =>
  ['FILE_SPACE_FULL', 'SCHOOL_FILES_FULL', 'SCHOOL_SUSPENDED', 'IDEMPOTENCY_KEY_REUSED'].includes(parse(body).code ?? '');

function toApiError(status: number, body: string): ApiError {
  const { code = 'BAD_ANSWER', message, errors, params } = parse(body);
  return new ApiError(code as ApiError['code'], {
    status,
    ...(message === undefined ? {} : { message }),
    ...(errors === undefined ? {} : { errors }),
    ...(params === undefined ? {} : { params }),
  });
}
