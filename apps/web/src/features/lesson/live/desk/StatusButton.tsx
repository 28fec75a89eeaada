import { FORMS } from '@classwright/contract/lesson/live/forms';
import { IconLoader2 } from '../../../../ui/plain/icons.ts';
import { Row } from '../../../../ui/plain/layout/layout.tsx';
import { IconPlayerPlay } from '../../../../ui/feature-icons/icons.ts';
import { phaseLooks } from '../../../../ui/plain/PhaseChip.tsx';
import { type MessageKey, t } from '../../../../base/t.ts';
import { usePending, usePreferences } from '../use-live.ts';
import type { NextStep } from './next-step.ts';
import styles from './StatusButton.module.css';

const ACTION_KEYS = {
  activate: 'teach.activate',
  're-assign': 'teach.re-assign',
  next: 'teach.next',
  finished: 'teach.finished',
} as const satisfies Record<NextStep['action'], MessageKey>;

/** The button for the lesson's next step, with its effect and its key. */
export function StatusButton({ next, minutes, onPress }: { next: NextStep; minutes: number; onPress: () => void }) {
  const isPending = usePending('step');
  const { usesKeys } = usePreferences();
  const Icon = isPending ? IconLoader2 : next.opens === FORMS[0] ? IconPlayerPlay : phaseLooks[next.opens ?? 'finished'].icon;
  return (
    <button
      type="button"
      className={styles.button}
      onClick={isPending ? undefined : onPress}
      aria-busy={isPending || undefined}
      aria-keyshortcuts={usesKeys ? 'Space' : undefined}
    >
      <Row as="span" gap={8} leading={1.35} className={styles.action}>
        <Icon size={21} stroke={2} className={isPending ? styles.spin : undefined} />
        {t(ACTION_KEYS[next.action])}
      </Row>
      <Row as="span" gap={8} size={13} weight={500} numbers nowrap className={styles.brings}>
        <span key={minutes} className={styles.minutes}>
          {next.opens ? t('teach.opens', { form: next.opens, minutes }) : t('teach.ends')}
        </span>
        {usesKeys && <kbd aria-hidden>{t('teach.key.space')}</kbd>}
      </Row>
    </button>
  );
}
