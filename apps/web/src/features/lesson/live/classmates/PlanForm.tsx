import type { livePlanUpdate } from '@classwright/contract/lesson/live/classmates';
import type { PlanView } from '@classwright/contract/lesson/live/views';
import { useId, useState } from 'react';
import { api } from '../../../../base/api.ts';
import { showSnack } from '../../../../base/snackbar.ts';
import { t } from '../../../../base/t.ts';
import { errorText } from '../../../../ui/plain/error-text.ts';
import { FormDialog } from '../../../../ui/plain/FormDialog.tsx';
import { Stack, Text } from '../../../../ui/plain/layout/layout.tsx';
import type { StaffLesson } from '../lesson/staff-lesson.ts';
import { useLive, useModel, usePhase, useStage } from '../use-live.ts';
import styles from './Classmates.module.css';

/** Saves the plan, which is shown right away. Returns false after a refusal, which is shown and undone. */
async function savePlan(lesson: StaffLesson, plan: PlanView): Promise<boolean> {
  lesson.update((model) => (model.assessment ? { ...model, assessment: { ...model.assessment, plan } } : model));
  try {
    await api<typeof livePlanUpdate>('PUT', '/live/learning/plan', { body: { assessment_id: lesson.assessmentId, ...plan } });
    lesson.reload('assessment');
    showSnack(t('teach.see.saved'));
    return true;
  } catch (error) {
    showSnack(errorText(error), { color: 'red' });
    lesson.reload('assessment');
    return false;
  }
}

/** The two choices of what classmates see. Before a lesson each is saved as it is made. */
export function PlanForm() {
  const { lesson } = useLive();
  const plan = useModel((model) => model.assessment?.plan);
  const className = useModel((model) => model.assessment?.class_name) ?? '';
  if (!plan) return null;
  return (
    <Stack gap={12} className={styles.plan}>
      <h3>{t('teach.see.title')}</h3>
      <PlanChoices plan={plan} onChange={(next) => void savePlan(lesson, next)} />
      <Text size={13} tone="dimmed">
        {t('teach.see.remembered', { class: className })}
      </Text>
    </Stack>
  );
}

/** Changes the plan during a lesson, where its names stay as they are. */
export function PlanDialog({ plan, onClose }: { plan: PlanView; onClose: () => void }) {
  const { lesson } = useLive();
  const isOpen = usePhase()?.closed === false;
  const isRunning = useStage() === 'running';
  const [next, setNext] = useState(plan);
  const isSame = next.shows_answers === plan.shows_answers && next.with_names === plan.with_names;
  const submit = async () => isSame || savePlan(lesson, next);
  return (
    <FormDialog opened onClose={onClose} title={t('teach.see.title')} onSubmit={submit} submitLabel={t('teach.see.save')} width={500}>
      {isRunning && isOpen && <Text tone="dimmed">{t('teach.see.waitsForClose')}</Text>}
      <PlanChoices plan={next} onChange={setNext} isMomentFixed={isRunning && isOpen} areNamesFixed={isRunning} />
      {isRunning && (
        <Text size={13} tone="dimmed">
          {t('teach.see.namesFixed')}
        </Text>
      )}
    </FormDialog>
  );
}

interface PlanChoicesProps {
  plan: PlanView;
  onChange: (plan: PlanView) => void;
  isMomentFixed?: boolean;
  areNamesFixed?: boolean;
}

function PlanChoices({ plan, onChange, isMomentFixed = false, areNamesFixed = false }: PlanChoicesProps) {
  const name = useId();
  return (
    <>
      <fieldset className={styles.choices} disabled={isMomentFixed}>
        <legend>{t('teach.see.when')}</legend>
        {(['as-answered', 'when-closed'] as const).map((one) => (
          <label key={one}>
            <input
              type="radio"
              name={`${name}when`}
              value={one}
              checked={plan.shows_answers === one}
              onChange={() => onChange({ ...plan, shows_answers: one })}
            />
            {t(`teach.see.${one}`)}
          </label>
        ))}
      </fieldset>
      <fieldset className={styles.choices} disabled={areNamesFixed}>
        <legend>{t('teach.see.names')}</legend>
        {[true, false].map((one) => (
          <label key={String(one)}>
            <input
              type="radio"
              name={`${name}names`}
              value={String(one)}
              checked={plan.with_names === one}
              onChange={() => onChange({ ...plan, with_names: one })}
            />
            {t(one ? 'teach.see.withNames' : 'teach.see.withoutNames')}
          </label>
        ))}
      </fieldset>
    </>
  );
}
