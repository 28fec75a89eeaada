import { listFormsOfSameQuestion, type Form } from '@classwright/rules/live/forms';
import { useId, useState } from 'react';
import { Button } from '../../../../ui/plain/Button.tsx';
import { ConfirmDialog } from '../../../../ui/plain/ConfirmDialog.tsx';
import { IconCheck, IconCircleCheck, IconEye, IconEyeOff } from '../../../../ui/plain/icons.ts';
import { phasesOf } from '../lesson/model.ts';
import { t } from '../../../../base/t.ts';
import { useLive, useModel, usePending, useStage, useProjectorSettings } from '../use-live.ts';
import styles from './Responses.module.css';

/** Reveals a form to the class: the distribution, on the projector, and the correct answer, each separately. */
export function Reveal({ form }: { form: Form }) {
  const { actions, wall } = useLive();
  const { hidden } = useProjectorSettings();
  const [asks, setAsks] = useState(false);
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
  const isOnWall = phase.distributionRevealed && !hidden.includes(form);
  const showOnWall = async () => {
    wall.change({ hidden: hidden.filter((one) => one !== form) });
    if (!phase.distributionRevealed) await actions.reveal(form, 'distribution');
  };
  return (
    <div className={styles.reveal}>
      <div className={styles.revealRow}>
        {isOnWall ? <IconEye size={17} /> : <IconEyeOff size={17} />}
        <span>{t(isOnWall ? 'teach.projectorShows' : phase.distributionRevealed ? 'teach.projectorHides' : 'teach.onlyYou')}</span>
        {isOnWall ? (
          <Button size="s" onClick={() => wall.change({ hidden: [...hidden, form] })}>
            {t('teach.hideOnProjector')}
          </Button>
        ) : (
          <Button size="s" pending={isRevealing.distribution} onClick={() => void showOnWall()}>
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
          <span className={styles.done}>
            <IconCheck size={16} />
            {t('teach.revealed')}
          </span>
        ) : (
          <Button
            size="s"
            pending={isRevealing.correctness}
            aria-disabled={!isOver || undefined}
            aria-describedby={reason}
            title={isOver ? undefined : t('teach.correctnessWhy', { form: last })}
            onClick={isOver ? () => setAsks(true) : undefined}
          >
            {t('teach.revealCorrectness')}
          </Button>
        )}
      </div>
      <ConfirmDialog
        opened={asks && !isCorrectnessShown}
        onClose={() => setAsks(false)}
        title={t('teach.ask.reveal')}
        confirmLabel={t('teach.revealCorrectness')}
        cancelLabel={t('teach.notYet')}
        onConfirm={() => actions.reveal(form, 'correctness')}
      >
        <p>{t('teach.ask.revealCorrectness')}</p>
      </ConfirmDialog>
    </div>
  );
}
