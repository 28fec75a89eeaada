import { timeOf } from '../../../../base/dates.ts';
import { AppLink } from '../../../../ui/plain/AppLink.tsx';
import { Button } from '../../../../ui/plain/Button.tsx';
import { IconReload } from '../../../../ui/plain/icons.ts';
import { lazyScreen } from '../../../../ui/plain/lazy-screen.tsx';
import type { Run } from '../calls.ts';
import { t } from '../../../../base/t.ts';
import { waitsUntil } from '../run-state.ts';
import styles from './button.module.css';
import { type SyncTarget, useSyncRun } from './use-sync-run.ts';

const Explain = lazyScreen(() => import('./Explain.tsx'), 'Explain');

/**
 * Starts a sync with Google Classroom, shows when one is under way, regardless of who started it, and reports the
 * result.
 */
export function SyncButton(target: SyncTarget) {
  const { isBusy, alive, isOthers, unwell, mayView, refusal, onExplained, press } = useSyncRun(target);
  return (
    <div className={styles.sync}>
      <Button icon={IconReload} pending={isBusy} onClick={() => press()}>
        {isBusy ? t('syncButton.busy') : target.isPage ? t('syncButton.now') : t(`syncButton.${target.scope}`)}
      </Button>
      {target.isPage && !isBusy && <Button onClick={() => press('preview')}>{t('syncButton.preview')}</Button>}
      <small role="status">{isBusy && alive && wordsOf(alive, isOthers)}</small>
      {alive?.status === 'paused' && mayView && (
        <small>
          {t('syncButton.asks')} <AppLink to={`/sync-run/${alive.id}`}>{t('syncButton.answer')}</AppLink>
        </small>
      )}
      {unwell && !isBusy && (
        <small>
          <AppLink to={`/sync-run/${unwell.id}`}>{t('syncButton.report')}</AppLink>
        </small>
      )}
      {refusal !== null && <Explain error={refusal} onClose={onExplained} />}
    </div>
  );
}

/**
 * Returns who started the run if it was someone else, and its wait or progress. Empty if there is nothing to show yet.
 */
function wordsOf(run: Run, isOthers: boolean): string {
  const { by, created_at, classes, classes_done } = run;
  const time = timeOf(created_at);
  const begun = by === null ? t('syncButton.begunByItself', { time }) : t('syncButton.begunBy', { name: by, time });
  const until = waitsUntil(run);
  const progress = classes > 1 ? t('syncButton.progress', { done: classes_done, total: classes }) : '';
  return [isOthers ? begun : '', until === null ? progress : t('syncButton.waits', { time: timeOf(until) })].filter((words) => words !== '').join(' · ');
}
