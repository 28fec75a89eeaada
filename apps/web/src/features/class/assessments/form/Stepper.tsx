import { IconCheck } from '../../../../ui/plain/icons.ts';
import { t } from '../../../../base/t.ts';
import styles from './form.module.css';
import { type Step, STEPS } from './steps.ts';

/** Shows the current one of the four steps. Earlier ones can be opened again. */
export function Stepper({ step, onStep }: { step: Step; onStep: (step: Step) => void }) {
  const at = STEPS.indexOf(step);
  return (
    <ol className={styles.stepper} aria-label={t('form.steps')}>
      {STEPS.map((one, index) => {
        const words = (
          <>
            <span className={styles.number}>{index < at ? <IconCheck size={16} /> : index + 1}</span>
            <span className={styles.stepName}>{t(`form.step.${one}`)}</span>
            {index < at && <span className="visually-hidden">{t('form.stepDone')}</span>}
          </>
        );
        return (
          <li key={one} aria-current={index === at ? 'step' : undefined} data-done={index < at || undefined}>
            {index < at ? (
              <button type="button" onClick={() => onStep(one)}>
                {words}
              </button>
            ) : (
              <span className={styles.stepHere}>{words}</span>
            )}
          </li>
        );
      })}
    </ol>
  );
}
