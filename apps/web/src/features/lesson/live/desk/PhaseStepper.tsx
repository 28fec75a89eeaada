import { FORMS } from '@classwright/contract/lesson/live/forms';
import { Fragment } from 'react';
import { IconCheck } from '../../../../ui/plain/icons.ts';
import { phaseLooks, type Phase } from '../../../../ui/plain/PhaseChip.tsx';
import { t } from '../../../../base/t.ts';
import { usePhase, useStage } from '../use-live.ts';
import styles from './PhaseStepper.module.css';

const STEPS: readonly Phase[] = [...FORMS, 'finished'];

/** The four steps of a lesson: past, current and next. */
export function PhaseStepper() {
  const stage = useStage();
  const phase = usePhase();
  const at = stage === 'finished' ? STEPS.length - 1 : phase ? STEPS.indexOf(phase.form) : -1;
  return (
    <ol className={styles.steps} aria-label={t('teach.phases')}>
      {STEPS.map((step, index) => {
        const { icon, token } = phaseLooks[step];
        const isOver = index < at;
        const Icon = isOver ? IconCheck : icon;
        return (
          <Fragment key={step}>
            {index > 0 && <li className={styles.line} aria-hidden />}
            <li className={styles.step} data-phase={token ?? 'end'} data-on={index === at || undefined} aria-current={index === at ? 'step' : undefined}>
              <Icon size={17} />
              <span>
                {step === 'finished' ? t('teach.finish') : step}
                {isOver && <span className="visually-hidden"> {t('teach.phaseDone')}</span>}
              </span>
            </li>
          </Fragment>
        );
      })}
    </ol>
  );
}
