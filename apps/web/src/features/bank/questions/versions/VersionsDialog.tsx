import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { FullDialog } from '../../../../ui/full-dialog/index.ts';
import { Button } from '../../../../ui/plain/Button.tsx';
import { Chip } from '../../../../ui/plain/Chip.tsx';
import { ConfirmDialog } from '../../../../ui/plain/ConfirmDialog.tsx';
import { IconArrowBackUp, IconBroadcast, IconCircleCheck } from '../../../../ui/plain/icons.ts';
import { LoadFailed } from '../../../../ui/plain/LoadFailed.tsx';
import { SkeletonText } from '../../../../ui/plain/Skeleton.tsx';
import { titleOf } from '../bank/columns.tsx';
import { loadVersions, restoreVersion, type Question, type QuestionRow, type QuestionVersion } from '../calls.ts';
import { momentOf } from '../../../../base/dates.ts';
import { t } from '../../../../base/t.ts';
import styles from './versions.module.css';

interface VersionsDialogProps {
  question: QuestionRow;
  onClose: () => void;
  onSaved: (question: Question, message: string) => void;
}

/** Shows a question's earlier versions, the changes of each, and a way to restore one. */
export function VersionsDialog({ question, onClose, onSaved }: VersionsDialogProps) {
  const [restoring, setRestoring] = useState<number | null>(null);
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['questions', 'versions', question.id],
    queryFn: ({ signal }) => loadVersions(question.id, signal),
  });
  return (
    <>
      <FullDialog reading title={t('bank.versions.title')} aside={titleOf(question)} onClose={onClose} locked={restoring !== null}>
        <div className={styles.versions}>
          {data ? (
            <ol className={styles.list}>
              {data.map((version) => (
                <Version key={version.id} version={version} onRestore={question.may.edit && !version.is_current ? () => setRestoring(version.version) : null} />
              ))}
            </ol>
          ) : error && !isFetching ? (
            <LoadFailed error={error} onRetry={() => void refetch()} />
          ) : (
            <SkeletonText lines={6} />
          )}
        </div>
      </FullDialog>
      {restoring !== null && (
        <ConfirmDialog
          opened
          width={500}
          title={t('bank.versions.restoreConfirm', { version: restoring })}
          cancelLabel={t('common.cancel')}
          confirmLabel={t('bank.versions.restore')}
          onClose={() => setRestoring(null)}
          onConfirm={async () => {
            const saved = await restoreVersion(question, restoring);
            onSaved(saved.question, saved.message);
          }}
        >
          {t('bank.versions.restoreHint')}
        </ConfirmDialog>
      )}
    </>
  );
}

function Version({ version, onRestore }: { version: QuestionVersion; onRestore: (() => void) | null }) {
  return (
    <li className={styles.version} data-current={version.is_current || undefined}>
      <div className={styles.head}>
        <h3>{t('bank.versions.number', { version: version.version })}</h3>
        {version.is_current && (
          <Chip hue="green" icon={IconCircleCheck}>
            {t('bank.versions.current')}
          </Chip>
        )}
        {version.first_used_at && (
          <Chip hue="blue" icon={IconBroadcast}>
            {t('bank.versions.used')}
          </Chip>
        )}
        <span className={styles.by}>{t('bank.versions.by', { name: version.full_name || t('bank.otherSchool'), date: momentOf(version.created_at) })}</span>
        {onRestore && (
          <Button size="s" icon={IconArrowBackUp} aria-label={`${t('bank.versions.restore')}: ${version.version}`} onClick={onRestore}>
            {t('bank.versions.restore')}
          </Button>
        )}
      </div>
      {version.changes.length === 0 ? (
        <p className={styles.none}>{t(version.version === 1 ? 'bank.versions.first' : 'bank.versions.same')}</p>
      ) : (
        <table className={styles.changes}>
          <caption className="visually-hidden">{t('bank.versions.number', { version: version.version })}</caption>
          <thead>
            <tr>
              <th scope="col">{t('bank.versions.field')}</th>
              <th scope="col">{t('bank.versions.before')}</th>
              <th scope="col">{t('bank.versions.after')}</th>
            </tr>
          </thead>
          <tbody>
            {version.changes.map((change) => (
              <tr key={change.field}>
                <th scope="row">{change.label}</th>
                <td data-label={t('bank.versions.before')}>{change.before === '' ? <i>{t('bank.conflict.nothing')}</i> : <del>{change.before}</del>}</td>
                <td data-label={t('bank.versions.after')}>{change.after === '' ? <i>{t('bank.conflict.nothing')}</i> : <ins>{change.after}</ins>}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </li>
  );
}
