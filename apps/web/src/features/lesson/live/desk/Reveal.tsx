import { listFormsOfSameQuestion, type Form } from '@classwright/rules/live/forms';
import type { WallShow } from '@classwright/rules/live/wall';
import { useId, useState } from 'react';
import { Button } from '../../../../ui/plain/Button.tsx';
import { ConfirmDialog } from '../../../../ui/plain/ConfirmDialog.tsx';
import { IconCheck, IconCircleCheck, IconEye, IconEyeOff } from '../../../../ui/plain/icons.ts';
import { Grid, Row } from '../../../../ui/plain/layout/layout.tsx';
import { isOnWall, phasesOf, type StaffModel } from '../lesson/model.ts';
import { type MessageKey, t } from '../../../../base/t.ts';
import { useLive, useModel, usePending, useStage } from '../use-live.ts';
import styles from './Responses.module.css';

const OTHERS = {
  change: 'teach.projectorShows.change',
  explain: 'teach.projectorShows.explain',
  pairs: 'teach.projectorShows.pairs',
} as const satisfies Partial<Record<WallShow, MessageKey>>;

/** Returns what the walls show by choice instead of a distribution; null: nothing of the kind. */
function otherOnWall({ known }: StaffModel): keyof typeof OTHERS | null {
  const show = known?.wall?.show;
  return show === 'change' || show === 'explain' || show === 'pairs' ? show : null;
}

/** Reveals a form to the class: the distribution, on the projector, and the correct answer, each separately. */
export function Reveal({ form }: { form: Form }) {
  const { actions } = useLive();
  const [asks, setAsks] = useState(false);
  const stage = useStage();
  const phases = useModel(phasesOf);
  const isShown = useModel((model) => isOnWall(model, form));
  const other = useModel(otherOnWall);
  const reason = useId();
  const isRevealing = { distribution: usePending('distribution'), correctness: usePending('correctness') };
  const isShowing = usePending('wall');
  const phase = phases.find((one) => one.form === form);
  if (!phase || stage !== 'running') return null;
  const forms = listFormsOfSameQuestion(form);
  const last = forms.at(-1) ?? form;
  const isCorrectnessShown = phases.some((one) => forms.includes(one.form) && one.correctnessRevealed);
  const isOver = forms.every((one) => phases.find((other) => other.form === one)?.closed);
  const isAsked = forms.includes(phases.at(-1)?.form ?? form);
  const showOnWall = async () => {
    if (phase.distributionRevealed || (await actions.reveal(form, 'distribution'))) await actions.showOnWall('distribution', form);
  };
  return (
    <Grid gap={4} size={13} leading={1.35} tone="dimmed" fixed className={styles.reveal}>
      {isAsked && (
        <Grid gap={8} align="center" className={styles.revealRow}>
          {isShown ? <IconEye size={17} /> : <IconEyeOff size={17} />}
          <span>{t(other ? OTHERS[other] : isShown ? 'teach.projectorShows' : phase.distributionRevealed ? 'teach.projectorHides' : 'teach.onlyYou')}</span>
          {isShown ? (
            <Button size="s" pending={isShowing} onClick={() => void actions.showOnWall('question', form)}>
              {t('teach.hideOnProjector')}
            </Button>
          ) : (
            <Button size="s" pending={isRevealing.distribution || isShowing} onClick={() => void showOnWall()}>
              {t('teach.revealDistribution')}
            </Button>
          )}
        </Grid>
      )}
      <Grid gap={8} align="center" className={styles.revealRow}>
        <IconCircleCheck size={17} />
        <span id={reason}>
          {isCorrectnessShown ? t('teach.correctnessShown') : isOver ? t('teach.correctnessReady') : t('teach.correctnessAfter', { form: last })}
        </span>
        {isCorrectnessShown ? (
          <Row as="span" inline gap={5} size={13} weight={600} nowrap className={styles.done}>
            <IconCheck size={16} />
            {t('teach.revealed')}
          </Row>
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
      </Grid>
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
    </Grid>
  );
}
