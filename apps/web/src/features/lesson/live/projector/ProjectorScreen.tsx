import { useEffect, useState } from 'react';
import { api, isApiError } from '../../../../base/api.ts';
import { lazyScreen } from '../../../../ui/plain/lazy-screen.tsx';
import { useStore } from '../../../../base/use-store.ts';
import { useTitle } from '../../../../base/use-title.ts';
import { LoadFailed } from '../../../../ui/plain/LoadFailed.tsx';
import { LogoMark } from '../../../../ui/plain/Logo.tsx';
import { Row, Stack } from '../../../../ui/plain/layout/layout.tsx';
import { LostConnection } from '../desk/LostConnection.tsx';
import { followProjectorSettings } from '../lesson/projector-settings.ts';
import { QrCode } from '../../../../ui/QrCode.tsx';
import { t } from '../../../../base/t.ts';
import { lessonAddress, joinInstructions } from '../join-address.ts';
import type { lessonCodeShown } from '@classwright/contract/lesson/seats/calls';
import { spaced, toShown } from './shown-code.ts';
import type { Form } from '@classwright/contract/lesson/live/forms';
import { phaseLooks } from '../../../../ui/plain/PhaseChip.tsx';
import styles from './Projector.module.css';
import { ProjectorFooter } from './ProjectorFooter.tsx';
import { type ProjectorLesson, startProjectorLesson } from './projector-lesson.ts';
import { ProjectorQuestion } from './ProjectorQuestion.tsx';

const HINTS: Record<Form, 'teach.onYourOwn' | 'teach.afterTalking' | 'teach.newQuestion'> = {
  'Form - 1A': 'teach.onYourOwn',
  'Form - 1B': 'teach.afterTalking',
  'Form - 2': 'teach.newQuestion',
};

/** Shows the running form and what it means for the class. */
function PhaseBadge({ form }: { form: Form }) {
  const { icon: Icon, token } = phaseLooks[form];
  return (
    <Row as="p" className={styles.badge} data-phase={token}>
      <Icon size={38} stroke={2} className={styles.badgeIcon} />
      <b>{form}</b>
      <span>{t(HINTS[form])}</span>
    </Row>
  );
}

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
    <Stack ground="surface" className={styles.wall} aria-busy={!view || undefined}>
      <Row as="header" justify="between" fixed className={styles.header}>
        <Row as="span" weight={600} tone="dimmed" className={styles.class}>
          <LogoMark size={48} />
          {view?.class_name}
        </Row>
        {run && <WallCode key={run.epoch} assessmentId={assessmentId} />}
        {run && <PhaseBadge form={run.form} />}
      </Row>
      <LostConnection />
      {run && view.question ? (
        <>
          <ProjectorQuestion key={run.form} question={view.question} run={run} hidden={hidden} />
          <ProjectorFooter seconds={lesson.seconds} run={run} />
        </>
      ) : results ? (
        <Stack as="main" align="center" justify="center" grow centered className={styles.message}>
          <ProjectorResults {...results} />
        </Stack>
      ) : (
        <Stack as="main" align="center" justify="center" grow centered className={styles.message}>
          {view && <h1>{isOver ? t('teach.projectorFinished') : view.title}</h1>}
          {view && <p>{t(isOver ? 'teach.projectorFinishedHint' : 'teach.projectorWaiting')}</p>}
          {view && !isOver && <p className={styles.hint}>{joinInstructions()}</p>}
          {view && !isOver && join && <QrCode text={join} className={styles.join} />}
        </Stack>
      )}
    </Stack>
  );
}

/** The code of the running lesson in the wall's header, for phones that come in. Nothing where phones cannot reach the server. */
function WallCode({ assessmentId }: { assessmentId: number }) {
  const [shown, setShown] = useState<{ code: string; address: string } | null>(null);
  useEffect(() => {
    const stop = new AbortController();
    api<typeof lessonCodeShown>('GET', '/live/learning/code', { query: { assessment_id: assessmentId }, signal: stop.signal })
      .then(({ code, address }) => code !== null && address !== null && setShown({ code, address }))
      .catch(() => undefined); // the lesson goes on without it, and the desk shows it too
    return () => stop.abort();
  }, [assessmentId]);
  if (!shown) return null;
  return (
    <Row as="p" className={styles.code}>
      <QrCode text={`${shown.address}${shown.code}`} />
      <span>{t('seats.onWall', { address: toShown(shown.address) })}</span>
      <b dir="ltr" aria-label={t('seats.desk.code', { code: shown.code })}>
        {spaced(shown.code)}
      </b>
    </Row>
  );
}
