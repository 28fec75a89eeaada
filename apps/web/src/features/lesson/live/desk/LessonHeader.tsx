import { Link } from '@tanstack/react-router';
import type { MouseEvent } from 'react';
import { scheduleText } from '../../../../base/dates.ts';
import { useUser } from '../../../../base/use-user.ts';
import { Button } from '../../../../ui/plain/Button.tsx';
import { IconX } from '../../../../ui/plain/icons.ts';
import { IconArrowLeft, IconPresentation } from '../../../../ui/feature-icons/icons.ts';
import { showSnack } from '../../../../base/snackbar.ts';
import { inOneLine } from '../../../../base/in-one-line.ts';
import { t } from '../t.ts';
import { useLive, useModel, useStage } from '../use-live.ts';
import { homeOf } from './home-of.ts';
import styles from './LessonHeader.module.css';
import { OptionsMenu } from './OptionsMenu.tsx';
import { PhaseStepper } from './PhaseStepper.tsx';

/** Back, what lesson this is and when, where it stands, the projector, Cancel. */
export function LessonHeader({ onCancel }: { onCancel: () => void }) {
  const assessment = useModel((model) => model.assessment);
  const stage = useStage();
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
        <OptionsMenu />
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
  const open = ({ currentTarget, detail }: MouseEvent<HTMLButtonElement>) => {
    // after a press of the mouse the keys are the desk's again: Space goes on with the lesson
    if (detail > 0) currentTarget.blur();
    // its own window knows who is signed in here, so it must keep its opener
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
