import { listFormsOfSameQuestion, type Form } from '@classwright/rules/live/forms';
import { useId } from 'react';
import { Button } from '../../../ui/plain/Button.tsx';
import { IconCheck, IconCircleCheck, IconEye } from '../../../ui/plain/icons.ts';
import { phasesOf } from '../lesson/model.ts';
import { t } from '../t.ts';
import { useLive, useModel, usePending, useStage } from '../use-live.ts';
import styles from './Responses.module.css';

/** What the class gets to see of a form, each for itself: how it answered, and which answer is correct. */
export function Reveal({ form }: { form: Form }) {
  const { actions } = useLive();
  const stage = useStage();
  const phases = useModel(phasesOf);
  const reason = useId();
  const isRevealing = { distribution: usePending('distribution'), correctness: usePending('correctness') };
  const phase = phases.find((one) => one.form === form);
  if (!phase || stage !== 'running') return null;
  const forms = listFormsOfSameQuestion(form);
  const last = forms.at(-1) ?? form;
  const isCorrectnessShown = phases.some((one) => forms.includes(one.form) && one.correctnessRevealed);
  const isOver = forms.every((one) => phases.find((other) => other.form === one)?.closed);
  const done = (
    <span className={styles.done}>
      <IconCheck size={16} />
      {t('teach.revealed')}
    </span>
  );
  return (
    <div className={styles.reveal}>
      <div className={styles.revealRow}>
        <IconEye size={17} />
        <span>{t(phase.distributionRevealed ? 'teach.projectorShows' : 'teach.onlyYou')}</span>
        {phase.distributionRevealed ? (
          done
        ) : (
          <Button size="s" pending={isRevealing.distribution} onClick={() => void actions.reveal(form, 'distribution')}>
            {t('teach.revealDistribution')}
          </Button>
        )}
      </div>
      <div className={styles.revealRow}>
        <IconCircleCheck size={17} />
        <span id={reason}>
          {isCorrectnessShown ? t('teach.correctnessShown') : isOver ? t('teach.correctnessReady') : t('teach.correctnessAfter', { form: last })}
        </span>
        {isCorrectnessShown ? (
          done
        ) : (
          <Button
            size="s"
            pending={isRevealing.correctness}
            aria-disabled={!isOver || undefined}
            aria-describedby={reason}
            title={isOver ? undefined : t('teach.correctnessWhy', { form: last })}
            onClick={isOver ? () => void actions.reveal(form, 'correctness') : undefined}
          >
            {t('teach.revealCorrectness')}
          </Button>
        )}
      </div>
    </div>
  );
}
