import { FORMS, type Form } from '@classwright/contract/lesson/live/forms';
import { PhaseChip } from '../../../../ui/plain/PhaseChip.tsx';
import { t } from '../../../../base/t.ts';
import { isReachable } from '../join-address.ts';
import { Stack } from '../../../../ui/plain/layout/layout.tsx';
import { PlanForm } from '../parts.ts';
import { useSimulatedClass } from '../try/use-simulated-class.ts';
import { useLive } from '../use-live.ts';
import styles from './LessonPlan.module.css';

const STEPS: Record<Form, 'teach.plan.1A' | 'teach.plan.1B' | 'teach.plan.2'> = {
  'Form - 1A': 'teach.plan.1A',
  'Form - 1B': 'teach.plan.1B',
  'Form - 2': 'teach.plan.2',
};

/** Shows, before a lesson, what will happen in it and how students join. A rehearsal's class comes without being asked. */
export function LessonPlan() {
  const isRehearsal = useSimulatedClass(useLive().lesson.assessmentId)?.is_rehearsal ?? false;
  return (
    <Stack gap={12} className={styles.plan}>
      <h3>{t('teach.plan')}</h3>
      <ol>
        {FORMS.map((form) => (
          <li key={form}>
            <PhaseChip phase={form} />
            <span>{t(STEPS[form])}</span>
          </li>
        ))}
      </ol>
      {!isRehearsal && <p>{isReachable() ? t('teach.plan.joinAt', { address: location.host }) : t('teach.plan.join')}</p>}
      <PlanForm />
    </Stack>
  );
}
