import type { CallResult } from '@classwright/contract/core/endpoint';
import type {
  FileView,
  fileDelete,
  fileDeleteMany,
  fileExport,
  fileGet,
  fileList,
  fileRestoreMany,
  fileUploadFinish,
} from '@classwright/contract/school/files/calls';
import { api, download } from '../../../base/api.ts';

export type FilePage = CallResult<typeof fileList>;

export interface FileQuery {
  page?: number | undefined;
  per_page?: number | undefined;
  start_date?: string | undefined;
  end_date?: string | undefined;
  type?: string | undefined;
  search_text?: string | undefined;
  own?: 'true' | undefined;
}

export function listFiles(query: FileQuery, signal?: AbortSignal): Promise<FilePage> {
  return api<typeof fileList>('GET', '/files', { query: query as never, signal });
}

/** Returns the file with a fresh address. */
export async function getFile(id: number, signal?: AbortSignal): Promise<FileView> {
  return (await api<typeof fileGet>('GET', '/files/:id', { params: { id }, signal })).file;
}

/** Returns the file with a fresh address, and its uses in words. */
export function getFileWithUses(id: number, signal: AbortSignal) {
  return api<typeof fileGet>('GET', '/files/:id', { params: { id }, signal });
}

export async function deleteFile(id: number): Promise<string> {
  return (await api<typeof fileDelete>('DELETE', '/files/:id', { params: { id } })).message;
}

/** The number of files that the server accepts in one call. */
const AT_ONCE = 100;
export type FileOutcome = Pick<CallResult<typeof fileDeleteMany>, 'ids' | 'refused'>;

/**
 * Deletes files, or restores them, a hundred at a time. Finished parts stay when a later call fails: `outcome` holds
 * them.
 */
export async function runOnFiles(verb: 'delete' | 'restore', ids: readonly number[], outcome: FileOutcome): Promise<void> {
  for (let at = 0; at < ids.length; at += AT_ONCE) {
    const some = { ids: ids.slice(at, at + AT_ONCE) };
    const done =
      verb === 'delete'
        ? await api<typeof fileDeleteMany>('POST', '/files/delete-many', { body: some })
        : await api<typeof fileRestoreMany>('POST', '/files/restore-many', { body: some });
    outcome.ids.push(...done.ids);
    outcome.refused.push(...done.refused);
  }
}

/** Downloads a spreadsheet that lists some files. */
export function exportFiles(ids: readonly number[]): Promise<void> {
  return download<typeof fileExport>('POST', '/export/file', { body: { ids: [...ids] } });
}

/**
 * Returns the result of a complete upload, and an identical file that already existed. It can be called repeatedly.
 */
export function finishUpload(upload: string, signal: AbortSignal): Promise<CallResult<typeof fileUploadFinish>> {
  return api<typeof fileUploadFinish>('POST', '/files/uploads/:upload/finish', { params: { upload }, signal, timeoutMs: 120_000 });
}
