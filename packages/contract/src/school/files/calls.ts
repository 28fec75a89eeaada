import { z } from 'zod';
import { endpoint } from '../../core/endpoint.ts';
import { id, packMessage, pageQuery, Pagination } from '../../core/fields.ts';
import { dateSchema, referencesSchema } from '../../core/list-schemas.ts';
import { FILE_KINDS, FILE_LIMITS } from './file-kinds.ts';
import { asMessage } from '../../messages/translate.ts';

export { FILE_LIMITS } from './file-kinds.ts';

export const FileView = z.object({
  id: z.number().int(),
  /** The file's name from the person who uploaded it. */
  name: z.string(),
  /** The MIME type, determined by content. */
  type: z.string(),
  kind: z.enum(FILE_KINDS),
  /** False when browsers only ever get it as a download. */
  is_shown: z.boolean(),
  byte_size: z.number().int(),
  /** The address on our own host, valid for one to two hours for anyone who has it. */
  url: z.string(),
  url_expires_at: z.string(),
  /** The owner. Null: none. */
  account_id: z.number().int().nullable(),
  account_name: z.string().nullable(),
  /** True when the caller may delete it while nothing uses it. */
  can_delete: z.boolean(),
  created_at: z.string(),
});
export type FileView = z.infer<typeof FileView>;

export const FILE_SORTS = ['created_at', 'name', 'type', 'byte_size'] as const;
const FILE = asMessage('files.field.file');
const fileParams = z.object({ id: id(FILE) });
const day = (label: string) => z.union([z.literal('').transform(() => undefined), dateSchema({ label, isRequired: true })]).optional();

export const fileList = endpoint({
  name: 'file.list',
  method: 'GET',
  path: '/files',
  access: { resource: 'files', action: 'view' },
  summary: 'One page of one’s own files, newest first; of all files of the school for those who may see them',
  query: pageQuery
    .extend({
      /**
       * The first day. Both days are included, in the time zone of the caller's school, or of the only one there is.
       */
      start_date: day('files.field.startDate'),
      end_date: day('files.field.endDate'),
      /** A kind, or a MIME type. */
      type: z.string().trim().max(100).default(''),
      /** The search text in any part of the name. */
      search_text: z.string().trim().max(200).default(''),
      /** True for only the caller's own files, even if they may see more. */
      own: z.stringbool().default(false),
      sort: z.enum(FILE_SORTS).default('created_at'),
      direction: z.enum(['asc', 'desc']).default('desc'),
    })
    .refine(({ start_date, end_date }) => !start_date || !end_date || start_date <= end_date, {
      error: packMessage('list.endBeforeStart'),
      path: ['end_date'],
    }),
  response: z.object({ data: z.array(FileView), pagination: Pagination, time_zone: z.string() }),
  errors: [],
  readOnly: true,
});

export const fileGet = endpoint({
  name: 'file.get',
  method: 'GET',
  path: '/files/:id',
  access: { resource: 'files', action: 'view' },
  summary: 'One file with a fresh address: one’s own, or one that is part of something one may see',
  params: fileParams,
  response: z.object({
    file: FileView,
    /** A text about each use of the file, for people who could delete it otherwise. */
    dependents: z.array(z.string()),
    /** The first uses that the caller may open. */
    things: z.array(
      z.object({
        table: z.enum(['questions', 'assessments', 'course_works', 'announcements', 'submissions']),
        /** The id. For a submission it is the id of its work, which is the page to open. */
        id: z.number().int(),
        name: z.string(),
        /** The class that contains it. Null: none. */
        course_id: z.number().int().nullable(),
      }),
    ),
  }),
  errors: ['FILE_NOT_FOUND'],
  readOnly: true,
});

export const fileAdd = endpoint({
  name: 'file.add',
  cost: 10,
  method: 'POST',
  path: '/files',
  access: { resource: 'files', action: 'create' },
  summary: 'Upload files as a multipart form, all of them or none; uploads that can be resumed go to /files/uploads',
  files: {
    field: 'files',
    alias: 'file',
    max: { files: FILE_LIMITS.mostAtOnce, bytes: FILE_LIMITS.maxBytes, totalBytes: FILE_LIMITS.mostAtOnce * FILE_LIMITS.maxBytes },
    where: 'disk',
    required: 'files.required',
  },
  response: z.object({ files: z.array(FileView), data: z.array(FileView), message: z.string() }),
  errors: ['FILE_SPACE_FULL'],
  successStatus: 201,
});

export const fileDelete = endpoint({
  name: 'file.delete',
  method: 'DELETE',
  path: '/files/:id',
  access: { resource: 'files', action: 'delete' },
  summary: 'Delete a file that nothing uses; this can be undone for an hour, then the file is erased',
  params: fileParams,
  response: z.object({ message: z.string() }),
  errors: ['FILE_NOT_FOUND', 'FILE_IN_USE'],
});

/**
 * The maximum number of files that one call deletes or restores: each is checked against everything that may use it.
 */
const MOST_FILES_AT_ONCE = 100;
const fileIds = z.object({
  ids: z
    .array(id(FILE))
    .min(1, { error: packMessage('list.many.none') })
    .max(MOST_FILES_AT_ONCE),
});
const fileOutcome = z.object({
  message: z.string(),
  ids: z.array(z.number().int()),
  refused: z.array(z.object({ id: z.number().int(), name: z.string(), message: z.string() })),
});

export const fileDeleteMany = endpoint({
  name: 'file.deleteMany',
  cost: 20,
  method: 'POST',
  path: '/files/delete-many',
  access: { resource: 'files', action: 'delete' },
  summary: 'Delete those of the files that nothing uses; each other is named with its reason',
  body: fileIds,
  response: fileOutcome,
  errors: [],
});

export const fileRestoreMany = endpoint({
  name: 'file.restoreMany',
  cost: 5,
  method: 'POST',
  path: '/files/restore-many',
  access: { resource: 'files', action: 'delete' },
  summary: 'Undo a deletion of less than an hour ago, before the bytes are erased',
  body: fileIds,
  response: fileOutcome,
  errors: [],
});

export const fileExport = endpoint({
  name: 'file.export',
  cost: 5,
  method: 'POST',
  path: '/export/file',
  access: { resource: 'files', action: 'view' },
  summary: 'The list of the chosen files as a spreadsheet',
  body: z.object({ ids: referencesSchema({ label: 'files.field.files', isRequired: true, required: 'files.chooseToExport' }) }),
  response: z.object({}),
  download: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  errors: ['FILE_NOT_FOUND'],
});

/** The id of an upload: 43 characters that cannot be guessed. */
const uploadParams = z.object({ upload: z.string().regex(/^[\w-]{43}$/) });

/**
 * The tus protocol, version 1.0.0 (https://tus.io): an upload in pieces that continues where it was interrupted. Its
 * name is the `filename` in Upload-Metadata. The response to the last piece is the file.
 */
export const fileUploadCreate = endpoint({
  name: 'file.upload.create',
  method: 'POST',
  path: '/files/uploads',
  access: { resource: 'files', action: 'create' },
  summary: 'Begin an upload that can be resumed (tus). A repeat under the same Idempotency-Key answers the address of the first',
  protocol: 'tus',
  response: z.object({}),
  errors: ['FILE_SPACE_FULL'],
  successStatus: 201,
});

export const fileUploadState = endpoint({
  name: 'file.upload.state',
  method: 'HEAD',
  path: '/files/uploads/:upload',
  access: 'signed-in',
  summary: 'The number of bytes of one’s own upload that have arrived (tus)',
  params: uploadParams,
  protocol: 'tus',
  response: z.object({}),
  errors: ['UPLOAD_NOT_FOUND'],
});

export const fileUploadPart = endpoint({
  name: 'file.upload.part',
  method: 'PATCH',
  path: '/files/uploads/:upload',
  access: 'signed-in',
  summary: 'The next bytes of one’s own upload (tus)',
  params: uploadParams,
  protocol: 'tus',
  response: z.object({}),
  errors: ['UPLOAD_NOT_FOUND'],
});

export const fileUploadCancel = endpoint({
  name: 'file.upload.cancel',
  method: 'DELETE',
  path: '/files/uploads/:upload',
  access: 'signed-in',
  summary: 'Give up one’s own upload (tus); a finished one stays a file',
  params: uploadParams,
  protocol: 'tus',
  response: z.object({}),
  errors: ['UPLOAD_NOT_FOUND'],
});

export const fileUploadFinish = endpoint({
  name: 'file.upload.finish',
  method: 'POST',
  path: '/files/uploads/:upload/finish',
  access: 'signed-in',
  summary: 'The file that came of one’s own upload once all its bytes are here; as often as asked',
  params: uploadParams,
  response: z.object({
    file: FileView,
    /** The caller's own file with the same bytes, if there was one. */
    same: FileView.nullable(),
  }),
  errors: ['UPLOAD_NOT_FOUND', 'UPLOAD_UNFINISHED'],
  ownTransaction: true,
});
