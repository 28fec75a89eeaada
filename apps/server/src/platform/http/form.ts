import type { TakenFiles } from '@classwright/contract';
import type { MultipartFile } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { AppError, appError, fieldError } from '../errors.ts';
import { senderOf } from './form-pace.ts';
import { createReceiver, type FileRoom, type ReceivedFile, tooLarge } from './received-files.ts';

const DEFAULT_FIELD_BYTES = 64 * 1024;
const MAX_FIELDS = 200;
/** The allowance for everything in a form other than its files and its body: part headers and separators. */
export const FORM_OVERHEAD_BYTES = 4 * 1024 * 1024;

/** The contents of a form. */
export interface Form {
  body: Record<string, unknown>;
  files: readonly ReceivedFile[];
  /** Deletes the files. Never throws. */
  discard: () => Promise<void>;
}

interface FormOptions {
  /** The folder for files that are not held in memory. */
  folder: string;
  room: FileRoom | null;
  /** The largest body in bytes. The default is 64 KiB per field. */
  bodyLimitBytes?: number | undefined;
}

/**
 * Reads a multipart form: its files as they are declared, its other fields as the body, where `name[]` collects every
 * value under `name`. A file in another field is refused, or skipped when a missing file is reported anyway. @throws
 * VALIDATION_FAILED at the field of the files, BODY_TOO_LARGE, FILE_SPACE_FULL, MALFORMED_REQUEST, UNAVAILABLE on a
 * full disk
 */
export async function readForm(taken: TakenFiles, request: FastifyRequest, { folder, room, bodyLimitBytes = 0 }: FormOptions): Promise<Form> {
  if (!request.isMultipart()) throw fieldError(taken.field, taken.required ?? '');
  const body = new BodyOfForm(taken.json ?? [], bodyLimitBytes + FORM_OVERHEAD_BYTES);
  const files: ReceivedFile[] = [];
  const receiver = createReceiver(taken, { folder, room, sender: senderOf(request) });
  const limits = {
    ...{ files: taken.max.files, fileSize: taken.max.bytes, fields: MAX_FIELDS, parts: MAX_FIELDS + taken.max.files },
    ...{ fieldNameSize: 100, fieldSize: bodyLimitBytes || DEFAULT_FIELD_BYTES, headerPairs: 20 },
  };
  try {
    for await (const part of request.parts({ limits })) {
      if (part.type === 'field') {
        if (part.valueTruncated) throw appError('BODY_TOO_LARGE');
        body.add(part.fieldname, part.value);
      } else if (isTaken(taken, part)) files.push(await receiver.receive(part));
      else part.file.resume();
    }
    if (taken.required !== undefined && files.length === 0) throw fieldError(taken.field, taken.required);
  } catch (error) {
    await receiver.discard();
    throw toFailure(error, taken);
  }
  return { body: body.toObject(), files, discard: receiver.discard };
}

/** Returns true when a part is one of the files. An empty file field is not. @throws VALIDATION_FAILED */
function isTaken({ field, alias, required }: TakenFiles, { fieldname, filename }: MultipartFile): boolean {
  const name = withoutBrackets(fieldname);
  if (name === field || name === alias) return Boolean(filename);
  if (required === undefined) throw fieldError(field, 'file.wrongField', { name: fieldname });
  return false;
}

const withoutBrackets = (name: string): string => name.replace(/\[\]$/, '');

/** The body that is built from the fields of a form. */
class BodyOfForm {
  readonly #values = new Map<string, unknown>();
  readonly #json: readonly string[];
  #leftBytes: number;

  constructor(json: readonly string[], maxBytes: number) {
    this.#json = json;
    this.#leftBytes = maxBytes;
  }

  /** Adds a field. @throws BODY_TOO_LARGE, MALFORMED_REQUEST for a name that every object has */
  add(field: string, value: unknown): void {
    const name = withoutBrackets(field);
    if (name in {}) throw appError('MALFORMED_REQUEST');
    this.#leftBytes -= Buffer.byteLength(String(value));
    if (this.#leftBytes < 0) throw appError('BODY_TOO_LARGE');
    const read = this.#json.includes(name) ? readJson(String(value)) : value;
    const before = this.#values.get(name);
    this.#values.set(name, field === name ? read : [...(Array.isArray(before) ? before : []), read]);
  }

  toObject(): Record<string, unknown> {
    return Object.fromEntries(this.#values);
  }
}

/** Parses a list or an object from JSON. Any other text is returned unchanged. */
function readJson(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : text;
  } catch {
    return text;
  }
}

/**
 * Returns the failure for an error of the form parser: files that are too large or too many are the person's mistake,
 * an interrupted form is the connection's. Files that accompany a body are part of it: too many of them make it too
 * large.
 */
function toFailure(error: unknown, taken: TakenFiles): Error {
  if (error instanceof AppError) return error;
  const { code, statusCode } = error as { code?: string; statusCode?: number };
  if (code === 'FST_REQ_FILE_TOO_LARGE') return tooLarge(taken);
  if (code === 'FST_FILES_LIMIT' && taken.required !== undefined && taken.where === 'disk')
    return fieldError(taken.field, 'file.tooMany', { max: taken.max.files });
  if (code === 'ENOSPC' || code === 'EDQUOT') return appError('UNAVAILABLE', { reason: 'disk', seconds: 5 });
  return appError(statusCode === 413 ? 'BODY_TOO_LARGE' : 'MALFORMED_REQUEST');
}
