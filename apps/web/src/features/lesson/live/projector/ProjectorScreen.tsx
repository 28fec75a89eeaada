import { useEffect, useState } from 'react';
import { isApiError } from '../../../../base/api.ts';
import { lazyScreen } from '../../../../ui/plain/lazy-screen.tsx';
import { useStore } from '../../../../base/use-store.ts';
import { useTitle } from '../../../../base/use-title.ts';
import { LoadFailed } from '../../../../ui/plain/LoadFailed.tsx';
import { LogoMark } from '../../../../ui/plain/Logo.tsx';
import { LostConnection } from '../desk/LostConnection.tsx';
import { followProjectorSettings } from '../lesson/projector-settings.ts';
import { QrCode } from '../../../../ui/QrCode.tsx';
import { t } from '../../../../base/t.ts';
import { lessonAddress, joinInstructions } from '../join-address.ts';
import { PhaseBadge } from './PhaseBadge.tsx';
import styles from './Projector.module.css';
import { ProjectorFooter } from './ProjectorFooter.tsx';
import { type ProjectorLesson, startProjectorLesson } from './projector-lesson.ts';
import { ProjectorQuestion } from './ProjectorQuestion.tsx';

const ProjectorResults = lazyScreen(() => import('./ProjectorResults.tsx'), 'ProjectorResults');

/**
 * Shows what the class may see on the wall: the question, the time and the number of answers. It never shows names. The
 * distribution and the correct answer appear only once the teacher reveals them; before that, this window does not
 * receive them.
 */
export function ProjectorScreen({ assessmentId }: { assessmentId: number }) {
  const [opened, setOpened] = useState<{ lesson: ProjectorLesson; wishes: ReturnType<typeof followProjectorSettings> } | null>(null);
  useEffect(() => {
    const lesson = startProjectorLesson(assessmentId);
    const wishes = followProjectorSettings(assessmentId);
    setOpened({ lesson, wishes });
    return () => {
      lesson.stop();
      wishes.stop();
    };
  }, [assessmentId]);
  return opened && <Wall {...opened} assessmentId={assessmentId} />;
}

function Wall({ lesson, wishes, assessmentId }: { lesson: ProjectorLesson; wishes: ReturnType<typeof followProjectorSettings>; assessmentId: number }) {
  const { hidden, results: areResultsWanted } = useStore(wishes);
  const { view, results, problem } = useStore(lesson.state);
  const isOver = view?.stage === 'finished';
  useEffect(() => lesson.showResults(isOver && areResultsWanted), [lesson, isOver, areResultsWanted]);
  useTitle(`${t('teach.projector')} · ${view?.title ?? t('teach.title')}`);
  const isLost = isApiError(problem) && (problem.status === 403 || problem.status === 404);
  if (problem !== undefined && (!view || isLost))
    return (
      <main className={styles.failed}>
        <LoadFailed error={problem} onRetry={lesson.reload} />
      </main>
    );
  const run = view?.run;
  const join = lessonAddress(assessmentId);
  return (
    <div className={styles.wall} aria-busy={!view || undefined}>
      <header className={styles.header}>
        <span className={styles.class}>
          <LogoMark size={48} />
          {view?.class_name}
        </span>
        {run && <PhaseBadge form={run.form} />}
      </header>
      <LostConnection />
      {run && view.question ? (
        <>
          <ProjectorQuestion key={run.form} question={view.question} run={run} hidden={hidden} />
          <ProjectorFooter seconds={lesson.seconds} run={run} />
        </>
      ) : results ? (
        <main className={styles.message}>
          <ProjectorResults {...results} />
        </main>
      ) : (
        <main className={styles.message}>
          {view && <h1>{isOver ? t('teach.projectorFinished') : view.title}</h1>}
          {view && <p>{t(isOver ? 'teach.projectorFinishedHint' : 'teach.projectorWaiting')}</p>}
          {view && !isOver && <p className={styles.hint}>{joinInstructions()}</p>}
          {view && !isOver && join && <QrCode text={join} className={styles.join} />}
        </main>
      )}
    </div>
  );
}
