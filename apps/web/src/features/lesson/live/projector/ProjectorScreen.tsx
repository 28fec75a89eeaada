import { useEffect, useState } from 'react';
import { api, isApiError } from '../../../../base/api.ts';
import { lazyScreen } from '../../../../ui/plain/lazy-screen.tsx';
import { useStore } from '../../../../base/use-store.ts';
import { useTitle } from '../../../../base/use-title.ts';
import { LoadFailed } from '../../../../ui/plain/LoadFailed.tsx';
import { LogoMark } from '../../../../ui/plain/Logo.tsx';
import { Row, Stack } from '../../../../ui/plain/layout/layout.tsx';
import { LostConnection } from '../desk/LostConnection.tsx';
import { QrCode } from '../../../../ui/QrCode.tsx';
import { t } from '../../../../base/t.ts';
import { lessonAddress, joinInstructions } from '../join-address.ts';
import type { lessonCodeShown } from '@classwright/contract/lesson/seats/calls';
import { spaced, toShown } from './shown-code.ts';
import type { Form } from '@classwright/contract/lesson/live/forms';
import type { ProjectorView } from '@classwright/contract/lesson/live/projector';
import { phaseLooks } from '../../../../ui/plain/PhaseChip.tsx';
import styles from './Projector.module.css';
import { ProjectorFooter } from './ProjectorFooter.tsx';
import { type KeptPicture, type ProjectorLesson, startProjectorLesson } from './projector-lesson.ts';
import { ProjectorQuestion } from './ProjectorQuestion.tsx';

const HINTS: Record<Form, 'teach.onYourOwn' | 'teach.afterTalking' | 'teach.newQuestion'> = {
  'Form - 1A': 'teach.onYourOwn',
  'Form - 1B': 'teach.afterTalking',
  'Form - 2': 'teach.newQuestion',
};

/** Shows the running form and what it means for the class. */
function PhaseBadge({ form, isTalking }: { form: Form; isTalking: boolean }) {
  const { icon: Icon, token } = phaseLooks[form];
  return (
    <Row as="p" className={styles.badge} data-phase={token}>
      <Icon size={38} stroke={2} className={styles.badgeIcon} />
      <b>{form}</b>
      {!isTalking && <span>{t(HINTS[form])}</span>}
    </Row>
  );
}

const ProjectorPairs = lazyScreen(() => import('./ProjectorPairs.tsx'), 'ProjectorPairs');
const ProjectorVote = lazyScreen(() => import('./ProjectorVote.tsx'), 'ProjectorVote');
const ProjectorResults = lazyScreen(() => import('./ProjectorResults.tsx'), 'ProjectorResults');
const ProjectorChange = lazyScreen(() => import('./ProjectorChange.tsx'), 'ProjectorChange');

export interface ProjectorScreenProps {
  assessmentId: number;
  /** For a screen that is a device of its own: keeps its last picture. It must stay the same object. */
  picture?: KeptPicture;
}

/**
 * Shows what the class may see on the wall: the question, the time and the number of answers. Names appear only
 * with published groups. The distribution and the correct answer appear only once the teacher reveals them; before that, this window does not
 * receive them.
 */
export function ProjectorScreen({ assessmentId, picture }: ProjectorScreenProps) {
  const [lesson, setLesson] = useState<ProjectorLesson | null>(null);
  useEffect(() => {
    const started = startProjectorLesson(assessmentId, picture);
    setLesson(started);
    return started.stop;
  }, [assessmentId, picture]);
  return lesson && <Wall lesson={lesson} assessmentId={assessmentId} isDevice={picture !== undefined} />;
}

function Wall({ lesson, assessmentId, isDevice }: { lesson: ProjectorLesson; assessmentId: number; isDevice: boolean }) {
  const { view, results, problem } = useStore(lesson.state);
  const isOver = view?.stage === 'finished';
  const areResultsWanted = isOver && view.wall.show === 'results';
  useEffect(() => lesson.showResults(areResultsWanted), [lesson, areResultsWanted]);
  useTitle(`${t('teach.projector')} · ${view?.title ?? t('teach.title')}`);
  const isLost = isApiError(problem) && (problem.status === 403 || problem.status === 404);
  // a wall of its own says in small print that it has lost the line, and gets another lesson when it loses this one
  if (problem !== undefined && !isDevice && (!view || isLost))
    return (
      <main className={styles.failed}>
        <LoadFailed error={problem} onRetry={lesson.reload} />
      </main>
    );
  const run = view?.run;
  const showsGroups = view?.wall.show === 'pairs' && (run?.pairs_revision ?? 0) > 0;
  if (view?.wall.show === 'nothing') return <Calm title={view.title} />;
  return (
    <Stack ground="surface" className={styles.wall} aria-busy={!view || undefined}>
      <Row as="header" justify="between" fixed className={styles.header}>
        <Row as="span" weight={600} tone="dimmed" className={styles.class}>
          <LogoMark size={48} />
          {view?.class_name}
        </Row>
        {run && <WallCode key={run.epoch} assessmentId={assessmentId} />}
        {run && <PhaseBadge form={run.form} isTalking={showsGroups} />}
      </Row>
      {!isDevice && <LostConnection />}
      {run?.vote ? (
        <ProjectorVote key={run.vote.id} assessmentId={assessmentId} vote={run.vote} />
      ) : run && view.question ? (
        <>
          {showsGroups ? (
            <ProjectorPairs assessmentId={assessmentId} revision={run.pairs_revision} />
          ) : view.wall.asked ? (
            <Asked words={view.wall.asked} />
          ) : view.wall.change ? (
            <ProjectorChange key={view.wall.of} change={view.wall.change} question={view.question} correct={run.correct} />
          ) : (
            <ProjectorQuestion key={run.form} question={view.question} run={run} wall={view.wall} />
          )}
          <ProjectorFooter seconds={lesson.seconds} run={run} hasGroups={showsGroups} />
        </>
      ) : results ? (
        <Stack as="main" align="center" justify="center" grow centered className={styles.message}>
          <ProjectorResults {...results} />
        </Stack>
      ) : (
        view && <Message view={view} assessmentId={assessmentId} />
      )}
    </Stack>
  );
}

/** Says, before and after a run, what the class does now. */
function Message({ view, assessmentId }: { view: ProjectorView; assessmentId: number }) {
  const isOver = view.stage === 'finished';
  const join = lessonAddress(assessmentId);
  return (
    <Stack as="main" align="center" justify="center" grow centered className={styles.message}>
      <h1>{isOver ? t('teach.projectorFinished') : view.title}</h1>
      <p>{t(isOver ? 'teach.projectorFinishedHint' : 'teach.projectorWaiting')}</p>
      {!isOver && <p className={styles.hint}>{joinInstructions()}</p>}
      {!isOver && join && <QrCode text={join} className={styles.join} />}
    </Stack>
  );
}

/** Shows a student's question that is read out, without a name. */
function Asked({ words }: { words: string }) {
  return (
    <Stack as="main" align="center" justify="center" grow shrinks centered className={styles.message}>
      <p className={styles.hint}>{t('teach.asked.readOutHint')}</p>
      <h1 dir="auto" className={styles.asked} data-long={words.length > 160 || undefined}>
        {words}
      </h1>
    </Stack>
  );
}

/** Shows nothing of the lesson, while the class looks at something else. */
function Calm({ title }: { title: string }) {
  return (
    <Stack as="main" align="center" justify="center" ground="surface" className={styles.wall}>
      <h1 className="visually-hidden">{title}</h1>
      <p className="visually-hidden">{t('teach.wall.nothing')}</p>
      <LogoMark size={64} />
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
