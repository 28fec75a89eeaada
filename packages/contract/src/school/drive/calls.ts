import { z } from 'zod';
import { endpoint } from '../../core/endpoint.ts';
import { packMessage } from '../../core/fields.ts';
import { FILE_LIMITS } from '../files/file-kinds.ts';
import { FileView } from '../files/calls.ts';

const addFiles = { resource: 'files', action: 'create' } as const;
const text = (label: string, max: number) =>
  z.string({ error: packMessage('validation.required', { label }) }).max(max, { error: packMessage('validation.tooLong', { label, max }) });

/**
 * The state of a person's access to Google Drive. `not_set_up`: this server has no picker. `not_connected`: the person
 * has not consented yet. `scope_missing`: consented without Drive. `withdrawn`: the consent was revoked. `blocked`: by
 * the school's administrator at Google. `no_consent`: nobody who must has agreed to the use of Drive by this student.
 */
export const DRIVE_STANDINGS = ['not_set_up', 'not_connected', 'ok', 'withdrawn', 'scope_missing', 'blocked', 'no_consent'] as const;

export const driveStatus = endpoint({
  name: 'drive.status',
  method: 'GET',
  path: '/files/drive',
  access: addFiles,
  summary: 'Checks if files can be taken from Google Drive and if the caller has connected it, and what to do if not',
  response: z.object({
    standing: z.enum(DRIVE_STANDINGS),
    /** An explanation of what to do. Null when it works. */
    explanation: z.string().nullable(),
    /** The person's address at Google. Null: not connected. */
    email: z.string().nullable(),
  }),
  errors: [],
  readOnly: true,
});

export const driveConnect = endpoint({
  name: 'drive.connect',
  cost: 2,
  method: 'POST',
  path: '/files/drive-connect',
  access: addFiles,
  summary: 'Begin to connect Google Drive: where to send the window of the picker, and a secret that the page keeps to itself',
  response: z.object({ url: z.string(), secret: z.string() }),
  errors: ['DRIVE_NOT_SET_UP', 'DRIVE_UNREACHABLE', 'CONSENT_NEEDED'],
  ownTransaction: true,
  answersSecret: true,
});

export const driveConnectFinish = endpoint({
  name: 'drive.connect.finish',
  cost: 2,
  refusedCost: 8,
  method: 'POST',
  path: '/files/drive-connect/finish',
  access: addFiles,
  summary: 'Finish connecting, once, by the person who began it',
  body: z.object({
    /** The part after "?" in the address that Google sent the window back to. */
    answer: text('Answer', 8000),
    secret: text('Secret', 200),
  }),
  response: z.object({ email: z.string(), message: z.string() }),
  errors: ['DRIVE_NOT_SET_UP', 'DRIVE_UNREACHABLE', 'DRIVE_CONSENT_OVER', 'DRIVE_CANCELLED', 'DRIVE_SCOPE_MISSING', 'DRIVE_BLOCKED', 'CONSENT_NEEDED'],
  ownTransaction: true,
});

export const driveDisconnect = endpoint({
  name: 'drive.disconnect',
  method: 'DELETE',
  path: '/files/drive',
  access: 'signed-in',
  summary: 'Forget one’s own connection to Google Drive; files that were taken stay',
  response: z.object({ message: z.string() }),
  errors: [],
});

const cannotReach = [
  'DRIVE_NOT_SET_UP',
  'DRIVE_NOT_CONNECTED',
  'DRIVE_SCOPE_MISSING',
  'DRIVE_WITHDRAWN',
  'DRIVE_BLOCKED',
  'DRIVE_UNREACHABLE',
  'CONSENT_NEEDED',
] as const;

export const driveToken = endpoint({
  name: 'drive.token',
  cost: 2,
  method: 'POST',
  path: '/files/drive-token',
  access: addFiles,
  summary: 'The data that the picker’s window needs to show one’s files: a token for minutes that only reaches the chosen files',
  response: z.object({
    access_token: z.string(),
    api_key: z.string(),
    app_id: z.string(),
    /** The address of Google's script, the only foreign one that the page's policy allows. */
    script_url: z.string(),
    email: z.string(),
  }),
  errors: [...cannotReach],
  ownTransaction: true,
  answersSecret: true,
});

/** Google's id of a file: letters, digits, "-" and "_". */
const driveId = z.string().regex(/^[\w-]{10,200}$/, { error: packMessage('drive.idWrong') });

export const driveImport = endpoint({
  name: 'drive.take',
  cost: 10,
  method: 'POST',
  path: '/files/from-drive',
  access: addFiles,
  summary: 'Copy picked files of one’s own Google Drive into the library, by the rules of uploads; each that cannot be taken is named with its reason',
  body: z.object({
    ids: z
      .array(driveId, { error: packMessage('drive.chooseOne') })
      .min(1, { error: packMessage('drive.chooseOne') })
      .max(FILE_LIMITS.mostAtOnce, { error: packMessage('file.tooMany', { max: FILE_LIMITS.mostAtOnce }) }),
  }),
  response: z.object({
    files: z.array(FileView),
    /** The refused files. `name` is null when Google did not report it. */
    refused: z.array(z.object({ id: z.string(), name: z.string().nullable(), message: z.string() })),
    message: z.string(),
  }),
  errors: [...cannotReach],
  ownTransaction: true,
});
