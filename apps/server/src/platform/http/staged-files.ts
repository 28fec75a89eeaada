import { createHash, randomBytes } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Endpoint } from '@classwright/contract';
import type { MultipartFile } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { AppError, appError, fieldError } from '../errors.ts';
import { inTurn, senderOf } from './pace.ts';
import { nameOf } from './upload.ts';

/** A file of a form, on disk until the call has ended: what it claims to be is not to be trusted. */
export interface StagedFile {
  /** Without folders, cut to 200 characters. */
  name: string;
  path: string;
  byteSize: number;
  sha256: Buffer;
}

export interface StagedForm {
  body: Record<string, string>;
  files: readonly StagedFile[];
  /** Forgets the files. Never throws. */
  discard: () => Promise<void>;
}

/** How far somebody's files may still grow. */
export interface FileRoom {
  leftBytes: number;
  /** What is said of one byte more: FILE_SPACE_FULL. */
  refusal: () => AppError;
}

const FILE_FIELDS = new Set(['files', 'files[]', 'file']);
const MEGABYTE = 1024 * 1024;
const LIMITS = { fields: 100, fieldNameSize: 100, fieldSize: 2 * MEGABYTE, headerPairs: 20 } as const;

export interface Staging {
  /** Writes a file of a form to disk. @throws VALIDATION_FAILED at `files`, BODY_TOO_LARGE, FILE_SPACE_FULL, UNAVAILABLE on a full disk */
  stage(part: MultipartFile, maxBytes: number): Promise<StagedFile>;
  /** Forgets the files. Never throws. */
  discard: () => Promise<void>;
}

interface StagingOptions {
  maxTotalBytes?: number;
  room: FileRoom | null;
  /** Who sends, for the pace. */
  sender: string;
}

/** A place for the files of one form. Together they may have `maxTotalBytes`, and no more than there is room for. */
export function createStaging(folder: string, { maxTotalBytes = Number.POSITIVE_INFINITY, room, sender }: StagingOptions): Staging {
  const begun: string[] = [];
  const refusalAt = (bytes: number): AppError | null => {
    if (bytes > maxTotalBytes) return appError('BODY_TOO_LARGE');
    return room && bytes > room.leftBytes ? room.refusal() : null;
  };
  let total = 0;
  return {
    async stage({ file, filename }, maxBytes) {
      await mkdir(folder, { recursive: true });
      const place = path.join(folder, randomBytes(16).toString('hex'));
      begun.push(place);
      const { digest, counted, stream } = hashing(sender, (bytes) => refusalAt(total + bytes));
      await pipeline(file, stream, createWriteStream(place, { flags: 'wx' }));
      if (file.truncated) throw tooLarge(maxBytes);
      total += counted();
      return { name: nameOf(filename), path: place, byteSize: counted(), sha256: digest() };
    },
    async discard() {
      await Promise.allSettled(begun.map((each) => rm(each, { force: true })));
    },
  };
}

/** Reads a multipart form, each file straight to disk. @throws VALIDATION_FAILED at `files`, BODY_TOO_LARGE, FILE_SPACE_FULL, MALFORMED_REQUEST */
export async function stageForm(
  { maxBytes, maxFiles, required }: NonNullable<Endpoint['files']>,
  request: FastifyRequest,
  folder: string,
  room: FileRoom | null,
): Promise<StagedForm> {
  const body: Record<string, string> = {};
  const files: StagedFile[] = [];
  const staging = createStaging(folder, { room, sender: senderOf(request) });
  try {
    const limits = { ...LIMITS, fileSize: maxBytes, files: maxFiles, parts: LIMITS.fields + maxFiles };
    for await (const part of request.parts({ limits })) {
      if (part.type === 'field') body[part.fieldname] = String(part.value);
      else if (!FILE_FIELDS.has(part.fieldname) || !part.filename) part.file.resume();
      else files.push(await staging.stage(part, maxBytes));
    }
    if (files.length === 0) throw fieldError('files', required);
  } catch (error) {
    await staging.discard();
    throw toStagingFailure(error, { maxBytes, maxFiles });
  }
  return { body, files, discard: staging.discard };
}

const tooLarge = (maxBytes: number): AppError => fieldError('files', 'file.tooLarge', { max: maxBytes / MEGABYTE });

function hashing(sender: string, refusalAt: (bytes: number) => AppError | null) {
  const hash = createHash('sha256');
  let bytes = 0;
  const stream = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      const refusal = refusalAt(bytes);
      if (refusal) return done(refusal);
      hash.update(chunk);
      const turn = inTurn(chunk.length, sender);
      if (turn) void turn.then(() => done(null, chunk));
      else done(null, chunk);
    },
  });
  return { stream, counted: () => bytes, digest: () => hash.digest() };
}

/** What the reader of forms throws: files too large or too many are the person's, a form that breaks off the line's. */
export function toStagingFailure(error: unknown, { maxBytes, maxFiles }: { maxBytes: number; maxFiles: number }): Error {
  if (error instanceof AppError) return error;
  const { code, statusCode } = error as { code?: string; statusCode?: number };
  if (code === 'FST_REQ_FILE_TOO_LARGE') return tooLarge(maxBytes);
  if (code === 'FST_FILES_LIMIT') return fieldError('files', 'file.tooMany', { max: maxFiles });
  if (code === 'ENOSPC' || code === 'EDQUOT') return appError('UNAVAILABLE', { reason: 'disk', seconds: 5 });
  return appError(statusCode === 413 ? 'BODY_TOO_LARGE' : 'MALFORMED_REQUEST');
}
