import { FORMS } from '@classwright/contract/forms';
import { useEffect, useState } from 'react';
import { isApiError } from '../../../base/api.ts';
import { lazyScreen } from '../../../ui/plain/lazy-screen.tsx';
import { useStore } from '../../../base/use-store.ts';
import { useTitle } from '../../../base/use-title.ts';
import { LoadFailed } from '../../../ui/plain/LoadFailed.tsx';
import { LogoMark } from '../../../ui/plain/Logo.tsx';
import { LostConnection } from '../desk/LostConnection.tsx';
import { phaseOf, questionOf, stageOf, tallyBefore } from '../lesson/model.ts';
import { startStaffLesson, type StaffLesson } from '../lesson/staff-lesson.ts';
import { followWall } from '../lesson/wall.ts';
import { QrCode } from '../../../ui/QrCode.tsx';
import { t } from '../parts-t.ts';
import { lessonAddress, wayIn } from '../way-in.ts';
import { PhaseBadge } from './PhaseBadge.tsx';
import styles from './Projector.module.css';
import { ProjectorFooter } from './ProjectorFooter.tsx';
import { ProjectorQuestion } from './ProjectorQuestion.tsx';

const ProjectorResults = lazyScreen(() => import('./ProjectorResults.tsx'), 'ProjectorResults');

/**
 * What the class may see on the wall: question, time and how many have answered. Names never; the distribution and
 * what is correct only once the teacher reveals them.
 */
export function ProjectorScreen({ assessmentId }: { assessmentId: number }) {
  const [opened, setOpened] = useState<{ lesson: StaffLesson; wishes: ReturnType<typeof followWall> } | null>(null);
  useEffect(() => {
    const lesson = startStaffLesson({ assessmentId, place: 'projector' });
    const wishes = followWall(assessmentId);
    setOpened({ lesson, wishes });
    return () => {
      lesson.stop();
      wishes.stop();
    };
  }, [assessmentId]);
  return opened && <Wall {...opened} />;
}

function Wall({ lesson, wishes }: { lesson: StaffLesson; wishes: ReturnType<typeof followWall> }) {
  const { hidden, results } = useStore(wishes);
  const model = useStore(lesson.model);
  const { assessment: problem } = useStore(lesson.problems);
  const { assessment } = model;
  const stage = stageOf(model);
  const phase = phaseOf(model);
  useTitle(`${t('teach.projector')} · ${assessment?.title ?? t('teach.title')}`);
  const isLost = isApiError(problem) && (problem.status === 403 || problem.status === 404);
  if (problem !== undefined && (!assessment || isLost))
    return (
      <main className={styles.failed}>
        <LoadFailed error={problem} onRetry={() => lesson.reload('assessment')} />
      </main>
    );
  const question = phase && questionOf(model, phase.form);
  const earlier = phase && tallyBefore(model, phase.form);
  const isEarlierShown =
    earlier !== null && !hidden.includes(earlier.form) && (model.known?.phases ?? []).some((one) => one.form === earlier.form && one.distributionRevealed);
  const before = isEarlierShown ? earlier : null;
  const join = lessonAddress(assessment?.id ?? 0);
  const asked = questionOf(model, FORMS[0]);
  return (
    <div className={styles.wall} aria-busy={!assessment || undefined}>
      <header className={styles.header}>
        <span className={styles.class}>
          <LogoMark size={48} />
          {assessment?.class_name}
        </span>
        {phase && stage === 'running' && <PhaseBadge form={phase.form} />}
      </header>
      <LostConnection />
      {stage === 'running' && phase && question ? (
        <>
          <ProjectorQuestion
            key={phase.form}
            question={question}
            phases={model.known?.phases ?? []}
            phase={hidden.includes(phase.form) ? { ...phase, distributionRevealed: false } : phase}
            tally={model.tally}
            before={before}
          />
          <ProjectorFooter lesson={lesson} phase={phase} tally={model.tally} />
        </>
      ) : stage === 'finished' && results && asked && model.summary?.transitions?.some(({ flows }) => flows.length > 0) ? (
        <main className={styles.message}>
          <ProjectorResults summary={model.summary} question={asked} />
        </main>
      ) : (
        <main className={styles.message}>
          {assessment && <h1>{stage === 'finished' ? t('teach.projectorFinished') : assessment.title}</h1>}
          {assessment && <p>{t(stage === 'finished' ? 'teach.projectorFinishedHint' : 'teach.projectorWaiting')}</p>}
          {assessment && stage !== 'finished' && <p className={styles.hint}>{wayIn()}</p>}
          {assessment && stage !== 'finished' && join && <QrCode text={join} className={styles.join} />}
        </main>
      )}
    </div>
  );
}
