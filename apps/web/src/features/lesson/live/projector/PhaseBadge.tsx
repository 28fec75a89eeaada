import type { Form } from '@classwright/contract/lesson/live/forms';
import { phaseLooks } from '../../../../ui/plain/PhaseChip.tsx';
import { t } from '../../../../base/t.ts';
import styles from './Projector.module.css';

const HINTS: Record<Form, 'teach.onYourOwn' | 'teach.afterTalking' | 'teach.newQuestion'> = {
  'Form - 1A': 'teach.onYourOwn',
  'Form - 1B': 'teach.afterTalking',
  'Form - 2': 'teach.newQuestion',
};

/** Shows the running form and what it means for the class. */
export function PhaseBadge({ form }: { form: Form }) {
  const { icon: Icon, token } = phaseLooks[form];
  return (
    <p className={styles.badge} data-phase={token}>
      <Icon size={38} stroke={2} className={styles.badgeIcon} />
      <b>{form}</b>
      <span>{t(HINTS[form])}</span>
    </p>
  );
}
