import type { Endpoint } from '@classwright/contract';
import type { FastifyRequest } from 'fastify';
import { appError, fieldError } from '../errors.ts';
import { senderOf } from './pace.ts';
import { createStaging, type FileRoom, type StagedFile, toStagingFailure } from './staged-files.ts';

const FILES_FIELD = 'files';
const DEFAULT_FIELD_BYTES = 64 * 1024;
const MAX_FIELDS = 200;
/** Of all files together; whoever has more sends it to the file library piece by piece. */
export const MAX_FORM_BYTES = 64 * 1024 * 1024;

/**
 * Reads a multipart form that stands for a JSON body, with its files, each straight to disk. `name[]` gathers every value
 * under `name`; a file under another name than `files[]` is refused.
 * @throws VALIDATION_FAILED at `files`, BODY_TOO_LARGE, FILE_SPACE_FULL, MALFORMED_REQUEST
 */
export async function readForm(
  { json, maxFiles, maxFileBytes }: NonNullable<Endpoint['form']>,
  request: FastifyRequest,
  { folder, room, fieldBytes = DEFAULT_FIELD_BYTES }: { folder: string; room: FileRoom | null; fieldBytes?: number | undefined },
): Promise<{ body: Record<string, unknown>; files: StagedFile[]; discard: () => Promise<void> }> {
  const body: Record<string, unknown> = {};
  const files: StagedFile[] = [];
  const staging = createStaging(folder, { maxTotalBytes: MAX_FORM_BYTES, room, sender: senderOf(request) });
  const limits = { files: maxFiles, fields: MAX_FIELDS, parts: MAX_FIELDS + maxFiles, fieldNameSize: 100, fieldSize: fieldBytes, headerPairs: 20 };
  try {
    for await (const part of request.parts({ limits: { ...limits, fileSize: maxFileBytes } })) {
      const name = part.fieldname.replace(/\[\]$/, '');
      if (part.type === 'field') {
        if (part.valueTruncated) throw appError('BODY_TOO_LARGE');
        const value = json.includes(name) ? readJson(String(part.value)) : part.value;
        const before = body[name];
        body[name] = part.fieldname === name ? value : [...(Array.isArray(before) ? before : []), value];
        continue;
      }
      if (name !== FILES_FIELD) throw fieldError(FILES_FIELD, 'file.wrongField', { name: part.fieldname });
      if (part.filename) files.push(await staging.stage(part, maxFileBytes));
      else part.file.resume();
    }
  } catch (error) {
    await staging.discard();
    throw toFailure(error, maxFileBytes);
  }
  return { body, files, discard: staging.discard };
}

/** Too many files are more than a form may hold, which is 413 here. */
function toFailure(error: unknown, maxBytes: number): Error {
  const { code, statusCode } = error as { code?: string; statusCode?: number };
  if (code === 'FST_FILES_LIMIT' || (statusCode === 413 && code !== 'FST_REQ_FILE_TOO_LARGE')) return appError('BODY_TOO_LARGE');
  return toStagingFailure(error, { maxBytes, maxFiles: 0 });
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
