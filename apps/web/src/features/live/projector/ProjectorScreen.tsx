import { useEffect, useState } from 'react';
import { isApiError } from '../../../app/api.ts';
import { useStore } from '../../../app/use-store.ts';
import { useTitle } from '../../../app/use-title.ts';
import { LoadFailed } from '../../../ui/plain/LoadFailed.tsx';
import { LogoMark } from '../../../ui/plain/Logo.tsx';
import { LostConnection } from '../desk/LostConnection.tsx';
import { phaseOf, questionOf, stageOf } from '../lesson/model.ts';
import { startStaffLesson, type StaffLesson } from '../lesson/staff-lesson.ts';
import { t } from '../t.ts';
import { PhaseBadge } from './PhaseBadge.tsx';
import styles from './Projector.module.css';
import { ProjectorFooter } from './ProjectorFooter.tsx';
import { ProjectorQuestion } from './ProjectorQuestion.tsx';

/**
 * What the class may see on the wall: question, time and how many have answered. Names never; the distribution and
 * what is correct only once the teacher reveals them.
 */
export function ProjectorScreen({ assessmentId }: { assessmentId: number }) {
  const [lesson, setLesson] = useState<StaffLesson | null>(null);
  useEffect(() => {
    const started = startStaffLesson({ assessmentId, place: 'projector' });
    setLesson(started);
    return () => started.stop();
  }, [assessmentId]);
  return lesson && <Wall lesson={lesson} />;
}

function Wall({ lesson }: { lesson: StaffLesson }) {
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
          <ProjectorQuestion key={phase.form} question={question} phases={model.known?.phases ?? []} phase={phase} tally={model.tally} />
          <ProjectorFooter lesson={lesson} phase={phase} tally={model.tally} />
        </>
      ) : (
        <main className={styles.message}>
          {assessment && <h1>{stage === 'finished' ? t('teach.projectorFinished') : assessment.title}</h1>}
          {assessment && <p>{t(stage === 'finished' ? 'teach.projectorFinishedHint' : 'teach.projectorWaiting')}</p>}
          {assessment && stage !== 'finished' && <p className={styles.hint}>{t('teach.projectorWaitingHint')}</p>}
        </main>
      )}
    </div>
  );
}
