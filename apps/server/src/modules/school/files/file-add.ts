import { fileAdd } from '@classwright/contract';
import { AppError } from '../../../platform/errors.ts';
import { implement, type Implementation, type StagedFile } from '../../../platform/http/index.ts';
import type { FilesDependencies } from './dependencies.ts';
import { loadFileViews } from './present.ts';
import { requireAccepted, saveFile } from './save-file.ts';
import { requireSpace } from './space.ts';

/** Adds the files of a form, all of them or none. */
export function implementFileAdd({ t, links, storage }: FilesDependencies): Implementation {
  return implement(fileAdd, async ({ tx, actor, files, requestId }) => {
    const judged = await requireAllAccepted(files);
    await requireSpace(
      tx,
      actor.accountId,
      files.reduce((sum, { byteSize }) => sum + byteSize, 0),
      storage,
    );
    const stored: string[] = [];
    try {
      const ids: number[] = [];
      for (const [index, { name, path, byteSize, sha256 }] of files.entries()) {
        const storageKey = await storage.putFile(path);
        stored.push(storageKey);
        ids.push(await saveFile(tx, actor, { name, byteSize, sha256, storageKey, mimeType: judged[index] as string }, { action: fileAdd.name, requestId }));
      }
      const views = await loadFileViews(tx, actor, links, ids);
      return { files: views, data: views, message: t('files.uploaded', { count: views.length }) };
    } catch (error) {
      await Promise.allSettled(stored.map((key) => storage.remove(key)));
      throw error;
    }
  });
}

/**
 * Returns the types of the files, in their order. @throws VALIDATION_FAILED at `files`, and at `files.N` when there are
 * several
 */
async function requireAllAccepted(files: readonly StagedFile[]): Promise<string[]> {
  const types: string[] = [];
  const refused: Record<string, string[]> = {};
  for (const [index, { path, name }] of files.entries()) {
    try {
      types.push((await requireAccepted(path, name)).mimeType);
    } catch (error) {
      const words = (error as AppError).fields?.['files'];
      if (!words) throw error;
      refused['files'] ??= words;
      if (files.length > 1) refused[`files.${index}`] = words;
    }
  }
  if (refused['files']) throw new AppError('VALIDATION_FAILED', {}, refused);
  return types;
}
