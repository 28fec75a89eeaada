import { useRef, useSyncExternalStore } from 'react';
import { copyText } from '../../../../base/copy-text.ts';
import { showSnack } from '../../../../base/snackbar.ts';
import { useStore } from '../../../../base/use-store.ts';
import { Button } from '../../../../ui/plain/Button.tsx';
import { Dialog } from '../../../../ui/plain/Dialog.tsx';
import { keepingStore } from '../../grade-outbox/index.ts';
import { giveUp } from '../give-up.ts';
import type { GradebookState } from '../gradebook-state.ts';
import { writeTsv } from '../sheet/tsv.ts';
import type { Unsaved } from '../typed-book.ts';
import { valueText } from '../words.ts';
import styles from './unsaved.module.css';
import { t } from '../../../../base/t.ts';

/** A paste into an archived class may leave twenty thousand. All are copied, but only this many are shown. */
const MAX_SHOWN = 100;

/** Lists this page's unsaved grades with student, work, typed value and reason. Each can be sent again or given up. */
export function NotSavedDialog({ grades, onClose }: { grades: GradebookState; onClose: () => void }) {
  useSyncExternalStore(grades.subscribe, grades.getVersion);
  const keeping = useStore(keepingStore);
  const list = useRef<HTMLUListElement>(null);
  const unsaved = grades.listUnsaved();
  const retryable = unsaved.filter(({ canRetry, newer }) => canRetry && !newer);
  const copy = async () => {
    const isCopied = await copyText(writeTsv(unsaved.map(({ student, work, typed }) => [student, work, typed])));
    showSnack(isCopied ? t('unsaved.copied', { count: unsaved.length }) : t('unsaved.notCopied'), isCopied ? {} : { color: 'amber', timeout: 10_000 });
  };
  /** The button disappears with its line, so the focus moves within the list. */
  const thenStay = (act: () => void) => () => {
    act();
    list.current?.focus();
  };
  return (
    <Dialog
      opened
      onClose={onClose}
      width={620}
      title={t('unsaved.title')}
      footer={
        <>
          {unsaved.length > 0 && <Button onClick={() => void copy()}>{t('unsaved.copy')}</Button>}
          {retryable.length > 1 && (
            <Button
              onClick={thenStay(() => {
                for (const { itemId, studentId } of retryable) grades.retry(itemId, studentId);
              })}
            >
              {t('unsaved.retryAll')}
            </Button>
          )}
          <Button onClick={onClose}>{t('common.close')}</Button>
        </>
      }
    >
      {unsaved.length === 0 ? <p>{t('unsaved.none')}</p> : !grades.isTryOut && <p>{t(keeping === 'memory' ? 'sheet.keepsNothing' : 'unsaved.hint')}</p>}
      <ul ref={list} className={styles.list} tabIndex={-1} aria-label={t('unsaved.title')}>
        {unsaved.slice(0, MAX_SHOWN).map((one) => (
          <Line
            key={`${one.itemId}.${one.studentId}`}
            one={one}
            onRetry={thenStay(() => grades.retry(one.itemId, one.studentId))}
            onGiveUp={thenStay(() => giveUp(grades, one.itemId, one.studentId))}
          />
        ))}
        {unsaved.length > MAX_SHOWN && <li>{t('unsaved.more', { count: unsaved.length - MAX_SHOWN })}</li>}
      </ul>
    </Dialog>
  );
}

function Line({ one, onRetry, onGiveUp }: { one: Unsaved; onRetry: () => void; onGiveUp: () => void }) {
  const { student, work, typed, newer, cause, canRetry } = one;
  const grade = typed.trim() || t('sheet.nothing');
  return (
    <li className={styles.line}>
      <p className={styles.what}>
        <bdi>{student}</bdi> · <bdi>{work}</bdi>
        <b>
          <bdi>{grade}</bdi>
        </b>
      </p>
      <p className={styles.cause}>
        {newer ? t('sheet.problem.newer', { by: newer.by ?? t('sheet.somebody'), grade: valueText(newer.value) || t('sheet.nothing') }) : cause}
      </p>
      <div className={styles.acts}>
        {canRetry && (
          <Button size="s" aria-label={t(newer ? 'unsaved.keepOf' : 'unsaved.retryOf', { grade, student, work })} onClick={onRetry}>
            {newer ? t('sheet.problem.keep', { grade }) : t('common.retry')}
          </Button>
        )}
        <Button size="s" aria-label={t('unsaved.giveUpOf', { student, work })} onClick={onGiveUp}>
          {t('unsaved.giveUp')}
        </Button>
      </div>
    </li>
  );
}
