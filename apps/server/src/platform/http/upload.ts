import type { Endpoint } from '@classwright/contract';
import type { FastifyRequest } from 'fastify';
import { AppError, appError, fieldError } from '../errors.ts';
import { inTurn, senderOf } from './pace.ts';

/** A file as it came: what it claims to be is not to be trusted. */
export interface UploadedFile {
  /** Without folders, cut to 200 characters. */
  name: string;
  bytes: Buffer;
}

const FILE_FIELD = 'file';
const LIMITS = { files: 1, fields: 20, fieldNameSize: 100, fieldSize: 2000, parts: 21, headerPairs: 20 } as const;

/** Reads a multipart form with one file, held in memory up to its limit. @throws VALIDATION_FAILED at `file`, BODY_TOO_LARGE, MALFORMED_REQUEST */
export async function readUpload(
  { maxBytes, required }: NonNullable<Endpoint['upload']>,
  request: FastifyRequest,
): Promise<{ body: Record<string, string>; file: UploadedFile }> {
  if (!request.isMultipart()) throw fieldError(FILE_FIELD, required);
  const fields: Record<string, string> = {};
  let file: UploadedFile | null = null;
  try {
    for await (const part of request.parts({ limits: { ...LIMITS, fileSize: maxBytes } })) {
      if (part.type === 'field') fields[part.fieldname] = String(part.value);
      else {
        const pieces: Buffer[] = [];
        for await (const piece of part.file as AsyncIterable<Buffer>) {
          pieces.push(piece);
          await inTurn(piece.length, senderOf(request));
        }
        if (part.file.truncated) throw appError('BODY_TOO_LARGE');
        const bytes = Buffer.concat(pieces);
        if (part.fieldname === FILE_FIELD && part.filename) file = { name: nameOf(part.filename), bytes };
      }
    }
  } catch (error) {
    throw toFailure(error);
  }
  if (!file) throw fieldError(FILE_FIELD, required);
  return { body: fields, file };
}

/** What a person called a file, without folders. */
export const nameOf = (name: string): string => (name.split(/[\\/]/).at(-1) ?? '').replaceAll(/\p{Cc}/gu, '').slice(0, 200);

/** What the reader of forms throws for a form that breaks off has no status of its own. */
export function toFailure(error: unknown): Error {
  if (error instanceof AppError) return error;
  return appError((error as { statusCode?: number }).statusCode === 413 ? 'BODY_TOO_LARGE' : 'MALFORMED_REQUEST');
}
