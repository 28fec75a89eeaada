import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { scheduleText } from '../../../../base/dates.ts';
import { useUser } from '../../../../base/use-user.ts';
import { Button } from '../../../../ui/plain/Button.tsx';
import { IconButton } from '../../../../ui/plain/IconButton.tsx';
import { IconX } from '../../../../ui/plain/icons.ts';
import { IconArrowLeft, IconCast, IconPresentation } from '../../../../ui/feature-icons/icons.ts';
import { showSnack } from '../../../../base/snackbar.ts';
import { inOneLine } from '../../../../base/in-one-line.ts';
import { t } from '../../../../base/t.ts';
import { JoinButton, WallsDialog } from '../parts.ts';
import { useLive, useModel, useStage } from '../use-live.ts';
import { homeOf } from './next-step.ts';
import styles from './LessonHeader.module.css';
import { OptionsMenu } from './OptionsMenu.tsx';
import { PhaseStepper } from './PhaseStepper.tsx';

/** The header: back, the lesson's title and time, its status, the projector, and Cancel. */
export function LessonHeader({
  onCancel,
  onEnd,
  onPairs,
}: {
  onCancel: () => void;
  onEnd: () => void;
  /** Opens the groups. Left out: none can be made now. */
  onPairs?: (() => void) | undefined;
}) {
  const assessment = useModel((model) => model.assessment);
  const { assessmentId } = useLive().lesson;
  const stage = useStage();
  const [areWallsOpen, setWallsOpen] = useState(false);
  const home = homeOf(useUser().rights);
  const schedule = assessment && scheduleText(assessment.schedule_time);
  const about = inOneLine([assessment?.class_name, schedule]);
  return (
    <header className={styles.header}>
      <Link
        to={home}
        className={styles.back}
        aria-label={home === '/home' ? t('teach.backHome') : t('teach.back')}
        title={home === '/home' ? t('teach.backHome') : t('teach.back')}
      >
        <IconArrowLeft size={22} />
      </Link>
      <div className={styles.words}>
        <h1 title={assessment?.title}>{assessment?.title}</h1>
        <p title={about}>{about}</p>
      </div>
      <PhaseStepper />
      <div className={styles.actions}>
        <OptionsMenu onEnd={onEnd} onPairs={onPairs} onWalls={() => setWallsOpen(true)} />
        {stage === 'running' && <JoinButton assessmentId={assessmentId} />}
        <IconButton icon={IconCast} label={t('walls.title')} onClick={() => setWallsOpen(true)} />
        {areWallsOpen && <WallsDialog onClose={() => setWallsOpen(false)} />}
        {stage !== 'finished' && <ProjectorButton />}
        {stage !== 'finished' && (
          <Button icon={IconX} variant="danger" onClick={onCancel}>
            <span className={styles.label}>{t('teach.cancel')}</span>
          </Button>
        )}
      </div>
    </header>
  );
}

function ProjectorButton() {
  const { assessmentId } = useLive().lesson;
  const open = () => {
    // The projector window gets the signed-in account from its opener, so it must keep it.
    const shown = window.open(
      `/teacher-live-learning?assessment_id=${assessmentId}&view=projector`,
      `classwright-projector-${assessmentId}`,
      'popup,width=1280,height=720',
    );
    if (shown) shown.focus();
    else showSnack(t('teach.projectorBlocked'), { color: 'red', timeout: 10_000 });
  };
  return (
    <Button icon={IconPresentation} onClick={open}>
      <span className={styles.label}>{t('teach.projector')}</span>
    </Button>
  );
}
