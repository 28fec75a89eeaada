import { fileDelete, fileDeleteMany, fileRestoreMany } from '@classwright/contract';
import { audit, auditEach } from '../../../platform/audit/index.ts';
import { appError } from '../../../platform/errors.ts';
import { implement, type Implementation } from '../../../platform/http/index.ts';
import { inWords } from '../../../platform/reference-lists/index.ts';
import { mayDelete, mayRead } from './access.ts';
import type { FilesDependencies } from './dependencies.ts';
import { archiveFiles, type FileRow, findFiles, lockFile, lockFiles } from './queries.ts';
import { findUses } from './uses.ts';

const recordOf = ({ name, mime_type, byte_size }: FileRow) => ({ name, type: mime_type, byte_size });

/** Deletes files that nothing uses. They can be restored until housekeeping erases their rows and bytes. */
export function implementFileDelete({ t, uses }: FilesDependencies): Implementation[] {
  return [
    implement(fileDelete, async ({ tx, actor, input, requestId }) => {
      const file = await lockFile(tx, input.id);
      if (!file) throw appError('FILE_NOT_FOUND');
      if (!mayDelete(actor, file)) throw appError((await mayRead(tx, actor, file, uses())) ? 'NOT_ALLOWED' : 'FILE_NOT_FOUND');
      const dependents = (await findUses(tx, uses(), [file.id], t)).get(file.id);
      if (dependents) throw appError('FILE_IN_USE', { name: file.name, dependents: inWords(dependents, t), depends_on: dependents });
      await archiveFiles(tx, [file.id], true);
      await audit(tx, actor, { action: fileDelete.name, subjectType: 'file', subjectId: file.id, before: recordOf(file), requestId });
      return { message: t('files.deleted') };
    }),
    implement(fileDeleteMany, async ({ tx, actor, input, requestId }) => {
      const ids = [...new Set(input.ids)];
      const known = new Map((await findFiles(tx, ids)).map((file) => [file.id, file]));
      const own = [...known.values()].filter((file) => mayDelete(actor, file)).map(({ id }) => id);
      const locked = (await lockFiles(tx, own, false)).filter((file) => mayDelete(actor, file)); // other people's files are not locked
      const files = new Map(locked.map((file) => [file.id, file]));
      const used = await findUses(tx, uses(), [...files.keys()], t);
      const deleted: FileRow[] = [];
      const refused: { id: number; name: string; message: string }[] = [];
      for (const id of ids) {
        const file = files.get(id);
        if (!file) {
          const other = own.includes(id) ? undefined : known.get(id);
          const isKnown = other !== undefined && (await mayRead(tx, actor, other, uses()));
          refused.push({ id, name: isKnown ? other.name : `#${id}`, message: t(isKnown ? 'files.notYours' : 'files.gone') });
          continue;
        }
        const dependents = used.get(id);
        if (dependents) refused.push({ id, name: file.name, message: t('files.usedBy', { dependents: inWords(dependents, t) }) });
        else deleted.push(file);
      }
      const done = deleted.map(({ id }) => id);
      await archiveFiles(tx, done, true);
      const told = deleted.map((file) => ({ subjectId: file.id, before: recordOf(file) }));
      await auditEach(tx, actor, { action: fileDelete.name, subjectType: 'file', requestId }, told);
      return { message: t('files.deletedMany', { count: done.length }), ids: done, refused };
    }),
    implement(fileRestoreMany, async ({ tx, actor, input, requestId }) => {
      const ids = [...new Set(input.ids)];
      const files = (await lockFiles(tx, ids, true)).filter((file) => mayDelete(actor, file));
      const done = files.map(({ id }) => id);
      await archiveFiles(tx, done, false);
      const told = files.map((file) => ({ subjectId: file.id, after: recordOf(file) }));
      await auditEach(tx, actor, { action: 'file.restore', subjectType: 'file', requestId }, told);
      const refused = ids.filter((id) => !done.includes(id)).map((id) => ({ id, name: `#${id}`, message: t('files.gone') }));
      return { message: t('files.restoredMany', { count: done.length }), ids: done, refused };
    }),
  ];
}
