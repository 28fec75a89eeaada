import { fileDelete } from '@classwright/contract';
import { audit } from '../../platform/audit/index.ts';
import { appError } from '../../platform/errors.ts';
import { implement, type Implementation } from '../../platform/http/index.ts';
import { inWords } from '../../platform/reference-lists/index.ts';
import { mayDelete, mayRead } from './access.ts';
import type { FilesDependencies } from './dependencies.ts';
import { deleteFile, lockFile } from './queries.ts';
import { removeAfterCommit } from './save-file.ts';
import { findUses } from './uses.ts';

/** Erases a file that nothing uses: its row, and its bytes once that is certain. */
export function implementFileDelete({ t, storage, uses, log }: FilesDependencies): Implementation {
  return implement(fileDelete, async ({ tx, actor, input, requestId }) => {
    const file = await lockFile(tx, input.id);
    if (!file) throw appError('FILE_NOT_FOUND');
    if (!mayDelete(actor, file)) throw appError((await mayRead(tx, actor, file, uses)) ? 'NOT_ALLOWED' : 'FILE_NOT_FOUND');
    const dependents = await findUses(tx, uses, file.id, t);
    if (dependents.length > 0) throw appError('FILE_IN_USE', { name: file.name, dependents: inWords(dependents, t), depends_on: dependents });
    await deleteFile(tx, file.id);
    await audit(tx, actor, {
      action: fileDelete.name,
      subjectType: 'file',
      subjectId: file.id,
      before: { name: file.name, type: file.mime_type, byte_size: file.byte_size },
      requestId,
    });
    removeAfterCommit(tx, storage, file.storage_key, log);
    return { message: t('files.deleted') };
  });
}
