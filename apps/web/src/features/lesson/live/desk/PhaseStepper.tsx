import { FORMS } from '@classwright/contract/lesson/live/forms';
import { Fragment } from 'react';
import { IconCheck } from '../../../../ui/plain/icons.ts';
import { Row } from '../../../../ui/plain/layout/layout.tsx';
import { phaseLooks, type Phase } from '../../../../ui/plain/PhaseChip.tsx';
import { t } from '../../../../base/t.ts';
import { phasesOf } from '../lesson/model.ts';
import { useModel, usePhase, useStage } from '../use-live.ts';
import styles from './PhaseStepper.module.css';

const STEPS: readonly Phase[] = [...FORMS, 'finished'];

/** The four steps of a lesson: past, current and next. */
export function PhaseStepper() {
  const stage = useStage();
  const phase = usePhase();
  const phases = useModel(phasesOf);
  const at = stage === 'finished' ? STEPS.length - 1 : phase ? STEPS.indexOf(phase.form) : -1;
  return (
    <Row as="ol" fixed className={styles.steps} aria-label={t('teach.phases')}>
      {STEPS.map((step, index) => {
        const { icon, token } = phaseLooks[step];
        const isSkipped = stage === 'finished' && step !== 'finished' && phases.length > 0 && !phases.some(({ form }) => form === step);
        const isOver = index < at && !isSkipped;
        const Icon = isOver ? IconCheck : icon;
        return (
          <Fragment key={step}>
            {index > 0 && <li className={styles.line} aria-hidden />}
            <Row
              as="li"
              weight={600}
              tone="dimmed"
              nowrap
              className={styles.step}
              data-phase={token ?? 'end'}
              data-on={index === at || undefined}
              data-skipped={isSkipped || undefined}
              aria-current={index === at ? 'step' : undefined}
            >
              <Icon size={17} />
              <span>
                {step === 'finished' ? t('teach.finish') : step}
                {isOver && <span className="visually-hidden"> {t('teach.phaseDone')}</span>}
                {isSkipped && <span className="visually-hidden"> {t('teach.notAsked')}</span>}
              </span>
            </Row>
          </Fragment>
        );
      })}
    </Row>
  );
}
