import { isApiError } from '../../../base/api.ts';
import { connectionStore } from '../../../base/realtime.ts';
import { useStore } from '../../../base/use-store.ts';
import { Button } from '../../../ui/plain/Button.tsx';
import { errorText } from '../../../ui/plain/error-text.ts';
import { Notice } from '../../../ui/plain/Notice.tsx';
import type { Part } from './lesson/effects.ts';
import styles from './StaleNote.module.css';
import { t } from '../../../base/t.ts';
import { useLive, useProblem } from './use-live.ts';

/**
 * Explains that this section is out of date and offers a retry. Shows nothing if all is well, or while the screen shows
 * that it is offline.
 */
export function StaleNote({ part }: { part: Part }) {
  const { lesson } = useLive();
  const problem = useProblem(part);
  const { status } = useStore(connectionStore);
  const isSaidAlready = status === 'offline' && isApiError(problem) && problem.status === 0;
  if (problem === undefined || isSaidAlready) return null;
  return (
    <div className={styles.note}>
      <Notice
        hue="amber"
        action={
          <Button size="s" onClick={() => lesson.reload(part)}>
            {t('common.retry')}
          </Button>
        }
      >
        {t('teach.notFresh', { reason: errorText(problem) })}
      </Notice>
    </div>
  );
}
