import type { Endpoint } from '@classwright/contract';
import type { FastifyRequest } from 'fastify';
import { appError, fieldError } from '../errors.ts';
import { nameOf, toFailure, type UploadedFile } from './upload.ts';

const FILES_FIELD = 'files';
const DEFAULT_FIELD_BYTES = 64 * 1024;
const MAX_FIELDS = 200;
/** Held in memory while a form is read; whoever has more sends it to the file library piece by piece. */
const MAX_FORM_BYTES = 64 * 1024 * 1024;

/**
 * Reads a multipart form that stands for a JSON body, with its files. `name[]` gathers every value under `name`; a file
 * under another name than `files[]` is refused.
 * @throws VALIDATION_FAILED at `files`, BODY_TOO_LARGE, MALFORMED_REQUEST
 */
export async function readForm(
  { json, maxFiles, maxFileBytes }: NonNullable<Endpoint['form']>,
  request: FastifyRequest,
  fieldBytes: number = DEFAULT_FIELD_BYTES,
): Promise<{ body: Record<string, unknown>; files: UploadedFile[] }> {
  const body: Record<string, unknown> = {};
  const files: UploadedFile[] = [];
  let total = 0;
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
      const bytes = await part.toBuffer().catch((error: unknown) => {
        throw (error as { code?: string }).code === 'FST_REQ_FILE_TOO_LARGE'
          ? fieldError(FILES_FIELD, 'file.tooLarge', { max: maxFileBytes / 1024 / 1024 })
          : error;
      });
      total += bytes.length;
      if (total > MAX_FORM_BYTES) throw appError('BODY_TOO_LARGE');
      if (name !== FILES_FIELD) throw fieldError(FILES_FIELD, 'file.wrongField', { name: part.fieldname });
      if (part.filename) files.push({ name: nameOf(part.filename), bytes });
    }
  } catch (error) {
    throw toFailure(error);
  }
  return { body, files };
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
