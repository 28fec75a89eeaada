import { LIVE_LIMITS } from '@classwright/rules/limits';
import { checkMinutes, formatRemaining } from '@classwright/rules/live/time';
import { useId, useState } from 'react';
import { TextField } from '../../../../ui/plain/Field.tsx';
import { FormDialog } from '../../../../ui/plain/FormDialog.tsx';
import { t } from '../../../../base/t.ts';
import { useLive, usePhase, useSeconds } from '../use-live.ts';
import styles from './LessonDialogs.module.css';

type Way = 'decrease' | 'increase';

/** Gives the running form more or less time. The time left does not go below zero. */
export function AdjustTimeDialog({ onClose }: { onClose: () => void }) {
  const { actions } = useLive();
  const left = useSeconds();
  const phase = usePhase();
  const name = useId();
  const [minutes, setMinutes] = useState('1');
  const [way, setWay] = useState<Way>('increase');
  const [error, setError] = useState<string>();
  const submit = async () => {
    const problem = checkMinutes(minutes.trim() === '' ? Number.NaN : Number(minutes));
    setError(problem ? t(`live.time.${problem}`) : undefined);
    if (problem) return false;
    await actions.adjustTime(way, Number(minutes));
    return true; // a refusal has been said; where the lesson is shows behind the dialog
  };
  return (
    <FormDialog opened onClose={onClose} title={t('teach.adjustTitle')} onSubmit={submit} submitLabel={t('teach.adjustSave')} width={500}>
      {phase && <p className={styles.more}>{t('teach.adjustLeft', { form: phase.form, time: formatRemaining(left) })}</p>}
      <TextField
        label={t('teach.adjustMinutes')}
        type="number"
        inputMode="numeric"
        min={LIVE_LIMITS.minMinutes}
        max={LIVE_LIMITS.maxMinutes}
        step={1}
        required
        value={minutes}
        error={error}
        onChange={(event) => setMinutes(event.target.value)}
      />
      <fieldset className={styles.ways}>
        <legend>{t('teach.adjustWay')}</legend>
        {(['decrease', 'increase'] as const).map((one) => (
          <label key={one}>
            <input type="radio" name={name} value={one} checked={way === one} onChange={() => setWay(one)} />
            {t(one === 'decrease' ? 'teach.adjustDecrease' : 'teach.adjustIncrease')}
          </label>
        ))}
      </fieldset>
    </FormDialog>
  );
}
