import { FORMS, type Form } from '@classwright/contract/lesson/live/forms';
import { PhaseChip } from '../../../../ui/plain/PhaseChip.tsx';
import { t } from '../../../../base/t.ts';
import { joinInstructions } from '../join-address.ts';
import { Stack } from '../../../../ui/plain/layout/layout.tsx';
import { PlanForm } from '../parts.ts';
import styles from './LessonPlan.module.css';

const STEPS: Record<Form, 'teach.plan.1A' | 'teach.plan.1B' | 'teach.plan.2'> = {
  'Form - 1A': 'teach.plan.1A',
  'Form - 1B': 'teach.plan.1B',
  'Form - 2': 'teach.plan.2',
};

/** Shows, before a lesson, what will happen in it and what students have to do now. */
export function LessonPlan() {
  return (
    <Stack gap={14} className={styles.plan}>
      <h3>{t('teach.plan')}</h3>
      <ol>
        {FORMS.map((form) => (
          <li key={form}>
            <PhaseChip phase={form} />
            <span>{t(STEPS[form])}</span>
          </li>
        ))}
      </ol>
      <p>{joinInstructions()}</p>
      <PlanForm />
    </Stack>
  );
}
