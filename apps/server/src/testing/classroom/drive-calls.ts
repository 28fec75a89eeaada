import { Readable } from 'node:stream';
import type { Answer, Incoming, Note } from './answer.ts';
import { GoogleError } from './errors.ts';
import { parseFields } from './fields.ts';
import { decode } from './methods.ts';
import type { OAuth } from './oauth.ts';
import { scope } from './scopes.ts';
import type { DriveFile } from './types.ts';
import type { World } from './world.ts';

const CHUNK = 65_536;
/** The maximum size of a document that Google exports. */
const MOST_EXPORTED = 10 * 1024 * 1024;
const DOCUMENT = 'application/vnd.google-apps.';

const driveError = (code: number, reason: string, message: string): GoogleError =>
  new GoogleError(code, code === 404 ? 'NOT_FOUND' : 'PERMISSION_DENIED', message, { errors: [{ message, domain: 'global', reason }] });

/** Handles `files.get`, with `alt=media` the file itself, and `files.export`. Null when it is none of them. */
export function answerDrive(world: World, oauth: OAuth, incoming: Incoming, note: Note): Answer | null {
  const found = /^\/drive\/v3\/files\/([^/]+)(\/export)?$/.exec(incoming.path);
  if (!found || incoming.method !== 'GET') return null;
  const isExport = found[2] !== undefined;
  note.id = isExport ? 'drive.files.export' : 'drive.files.get';
  const file = findFile(world, oauth, incoming, note, decode(found[1] ?? ''));
  if (isExport) return exportFile(file, incoming.query.get('mimeType'));
  if (incoming.query.get('alt') === 'media') return sendFile(file);
  const pick = parseFields(incoming.query.get('fields') ?? 'kind,id,name,mimeType');
  return { status: 200, body: pick(toView(world, file)) as object };
}

/**
 * Finds a file. Without `drive.readonly` only picked files are visible, and a file that a person may not see counts as
 * missing. @throws GoogleError
 */
function findFile(world: World, oauth: OAuth, incoming: Incoming, note: Note, id: string): DriveFile {
  const bearer = oauth.identify(incoming.headers.authorization as string | undefined);
  note.bearer = bearer;
  const { user, project, scopes } = bearer;
  if (!project.services.has('drive.googleapis.com'))
    throw driveError(403, 'accessNotConfigured', `Google Drive API has not been used in project ${project.id} before or it is disabled.`);
  const isWide = scopes.has(scope('drive.readonly'));
  if (!isWide && !scopes.has(scope('drive.file')))
    throw driveError(403, 'insufficientPermissions', 'Insufficient Permission: Request had insufficient authentication scopes.');
  const file = world.drive.get(id);
  if (!file || !world.drive.canRead(user, file) || !(isWide || world.drive.isPicked(user, id, project.id)))
    throw driveError(404, 'notFound', `File not found: ${id}.`);
  return file;
}

const isDocument = ({ mimeType }: DriveFile): boolean => mimeType.startsWith(DOCUMENT);

const toView = (world: World, file: DriveFile): object => ({
  kind: 'drive#file',
  id: file.id,
  name: file.name,
  mimeType: file.mimeType,
  size: isDocument(file) ? undefined : String(file.size),
  createdTime: new Date(file.createdAt).toISOString(),
  modifiedTime: new Date(file.createdAt).toISOString(),
  webViewLink: `https://drive.google.com/file/d/${file.id}/view`,
  owners: [{ kind: 'drive#user', emailAddress: world.users.get(file.ownerId)?.email }],
  trashed: false,
});

function sendFile(file: DriveFile): Answer {
  if (isDocument(file)) throw driveError(403, 'fileNotDownloadable', 'Only files with binary content can be downloaded. Use Export with Docs Editors files.');
  return { status: 200, headers: { 'content-type': file.mimeType, 'content-length': String(file.size) }, body: Readable.from(chunksOf(file)) };
}

function exportFile(file: DriveFile, mimeType: string | null): Answer {
  if (!isDocument(file)) throw driveError(403, 'fileNotExportable', 'Export only supports Docs Editors files.');
  if (mimeType !== 'application/pdf') throw driveError(400, 'badRequest', 'The requested conversion is not supported.');
  if (file.size > MOST_EXPORTED) throw driveError(403, 'exportSizeLimitExceeded', 'This file is too large to be exported.');
  return { status: 200, headers: { 'content-type': mimeType }, body: Readable.from(chunksOf(file)) };
}

function* chunksOf({ bytes, size }: DriveFile): Generator<Buffer> {
  const same = bytes === null ? Buffer.alloc(Math.min(CHUNK, size), 'x') : null;
  for (let at = 0; at < size; at += CHUNK) yield same ? same.subarray(0, Math.min(CHUNK, size - at)) : (bytes as Buffer).subarray(at, at + CHUNK);
}
