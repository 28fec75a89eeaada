import { DriveError, toDriveError } from './drive-error.ts';

/** The metadata that Google gives for a file. */
export interface DriveFile {
  id: string;
  name: string;
  mimeType: string;
  /** The size in bytes. Null: Google does not give one, as for its own documents. */
  size: number | null;
  /** The version, which changes with the content. Null: Google does not give one. */
  version: string | null;
}

/** The time limit for Google to describe a file, or to begin to send it. */
const ANSWER_MS = 15_000;
/** The size limit for descriptions and error messages of files, which are far shorter. */
const MOST_WORDS = 64 * 1024;
const FIELDS = 'id,name,mimeType,size,md5Checksum,version,modifiedTime';
const GOOGLE_KIND = 'application/vnd.google-apps.';
/** Google's own document types that it exports as PDFs. */
const EXPORTED = ['document', 'spreadsheet', 'presentation', 'drawing'].map((name) => `${GOOGLE_KIND}${name}`);

export interface DriveCall {
  /** The value of GOOGLE_DRIVE_URL. No other host is called, and no redirect followed. */
  root: URL;
  token: string;
  /** Aborts the call when its time limit has passed. */
  signal: AbortSignal;
  answerMs?: number;
}

/** Returns the metadata of a file. @throws DriveError */
export async function describeDriveFile(call: DriveCall, id: string): Promise<DriveFile> {
  const { response } = await ask(call, `/drive/v3/files/${encodeURIComponent(id)}`, { fields: FIELDS, supportsAllDrives: 'true' });
  const said = parse(await readWords(response, call.signal));
  const { name, mimeType, size, md5Checksum, version, modifiedTime } = said;
  if (typeof name !== 'string' || typeof mimeType !== 'string') throw new DriveError('broken');
  const bytes = typeof size === 'string' && /^\d{1,15}$/.test(size) ? Number(size) : null;
  const mark = [md5Checksum, version, modifiedTime].find((value): value is string => typeof value === 'string' && value !== '');
  return { id, name: name.slice(0, 1000), mimeType, size: bytes, version: mark?.slice(0, 100) ?? null };
}

/**
 * Streams the bytes of a file, or of the PDF of one of Google's own documents. @throws DriveError, also while they
 * are read
 */
export async function* readDriveFile(call: DriveCall, file: DriveFile): AsyncGenerator<Uint8Array> {
  const isGoogles = file.mimeType.startsWith(GOOGLE_KIND);
  if (isGoogles && !EXPORTED.includes(file.mimeType)) throw new DriveError('kind');
  const path = `/drive/v3/files/${encodeURIComponent(file.id)}`;
  const { response } = isGoogles
    ? await ask(call, `${path}/export`, { mimeType: 'application/pdf' })
    : await ask(call, path, { alt: 'media', supportsAllDrives: 'true' });
  let bytes = 0;
  try {
    for await (const piece of response.body ?? []) {
      bytes += piece.byteLength;
      yield piece;
    }
  } catch (error) {
    throw toLineTrouble(error, call.signal);
  }
  if (!isGoogles && file.size !== null && bytes !== file.size) throw new DriveError('broken');
}

async function ask({ root, token, signal, answerMs = ANSWER_MS }: DriveCall, path: string, query: Record<string, string>): Promise<{ response: Response }> {
  const url = new URL(root);
  url.pathname = `${root.pathname.replace(/\/$/, '')}${path}`;
  url.search = new URLSearchParams(query).toString();
  const patience = new AbortController();
  const timer = setTimeout(() => patience.abort(new DOMException('no answer', 'TimeoutError')), answerMs);
  const either = AbortSignal.any([signal, patience.signal]);
  try {
    const response = await fetch(url, {
      // uncompressed, since the size of compressed content would be counted too late
      headers: { authorization: `Bearer ${token}`, 'accept-encoding': 'identity' },
      redirect: 'error',
      signal: either,
    });
    if (!response.ok) throw toDriveError(response.status, await readWords(response, either));
    return { response };
  } catch (error) {
    throw error instanceof DriveError ? error : toLineTrouble(error, either);
  } finally {
    clearTimeout(timer);
  }
}

const toLineTrouble = (error: unknown, signal: AbortSignal): DriveError => new DriveError(signal.aborted ? 'timeout' : 'broken', { cause: error });

async function readWords(response: Response, signal: AbortSignal): Promise<string> {
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  try {
    for await (const piece of response.body ?? []) {
      bytes += piece.byteLength;
      if (bytes > MOST_WORDS) throw new DriveError('broken');
      pieces.push(piece);
    }
  } catch (error) {
    throw error instanceof DriveError ? error : toLineTrouble(error, signal);
  }
  return Buffer.concat(pieces).toString('utf8');
}

function parse(text: string): Record<string, unknown> {
  try {
    const said: unknown = JSON.parse(text);
    return typeof said === 'object' && said !== null ? (said as Record<string, unknown>) : {};
  } catch (error) {
    throw new DriveError('broken', { cause: error });
  }
}
