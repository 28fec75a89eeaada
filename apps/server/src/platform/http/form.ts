import type { TakenFiles } from '@classwright/contract';
import type { MultipartFile } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { AppError, appError, fieldError } from '../errors.ts';
import { senderOf } from './pace.ts';
import { createReceiver, type FileRoom, type ReceivedFile, tooLarge } from './received-files.ts';

const DEFAULT_FIELD_BYTES = 64 * 1024;
const MAX_FIELDS = 200;
/** What a form may have beside its files and its body: heads of parts, and what separates them. */
export const FORM_SPARE_BYTES = 4 * 1024 * 1024;

/** What a form holds. */
export interface Form {
  body: Record<string, unknown>;
  files: readonly ReceivedFile[];
  /** Forgets the files. Never throws. */
  discard: () => Promise<void>;
}

interface FormOptions {
  /** Where files are that are not held in memory. */
  folder: string;
  room: FileRoom | null;
  /** The largest body in bytes; 64 KiB a field unless said. */
  bodyLimitBytes?: number | undefined;
}

/**
 * Reads a multipart form: its files as they are declared, its other fields as the body, where `name[]` gathers every
 * value under `name`. A file in another field is refused, or passed over where a missing one is told anyway.
 * @throws VALIDATION_FAILED at the field of the files, BODY_TOO_LARGE, FILE_SPACE_FULL, MALFORMED_REQUEST, UNAVAILABLE on a full disk
 */
export async function readForm(taken: TakenFiles, request: FastifyRequest, { folder, room, bodyLimitBytes = 0 }: FormOptions): Promise<Form> {
  if (!request.isMultipart()) throw fieldError(taken.field, taken.required ?? '');
  const body = new BodyOfForm(taken.json ?? [], bodyLimitBytes + FORM_SPARE_BYTES);
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

/** Whether a part is one of the files; a field for files that is left empty is none. @throws VALIDATION_FAILED */
function isTaken({ field, alias, required }: TakenFiles, { fieldname, filename }: MultipartFile): boolean {
  const name = withoutBrackets(fieldname);
  if (name === field || name === alias) return Boolean(filename);
  if (required === undefined) throw fieldError(field, 'file.wrongField', { name: fieldname });
  return false;
}

const withoutBrackets = (name: string): string => name.replace(/\[\]$/, '');

/** The body that the fields of a form stand for. */
class BodyOfForm {
  readonly #values = new Map<string, unknown>();
  readonly #json: readonly string[];
  #leftBytes: number;

  constructor(json: readonly string[], maxBytes: number) {
    this.#json = json;
    this.#leftBytes = maxBytes;
  }

  /** @throws BODY_TOO_LARGE, MALFORMED_REQUEST for a name that every object has */
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

/** A list or an object where the text is one; any other text stays a text. */
function readJson(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : text;
  } catch {
    return text;
  }
}

/**
 * What the reader of forms throws, in words: files too large or too many are the person's, a form that breaks off is the
 * line's. Files beside a body are a part of it: too many of them make it too large.
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
