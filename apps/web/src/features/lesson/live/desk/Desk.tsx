import { LIVE_LIMITS } from '@classwright/rules/limits';
import { stepTime } from '@classwright/rules/live/time';
import { Link, useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { isApiError } from '../../../../base/api.ts';
import { useTitle } from '../../../../base/use-title.ts';
import { useUser } from '../../../../base/use-user.ts';
import { LoadFailed } from '../../../../ui/plain/LoadFailed.tsx';
import { hasTime } from '../lesson/actions.ts';
import { phasesOf } from '../lesson/model.ts';
import { t } from '../../../../base/t.ts';
import { preloadParts } from '../parts.ts';
import { useLessonKeys } from '../use-lesson-keys.ts';
import { useLive, useModel, usePhase, usePreferences, useProblem, useStage } from '../use-live.ts';
import { Announcer } from './Announcer.tsx';
import { Cards } from './Cards.tsx';
import styles from './Desk.module.css';
import { DeskSkeleton } from './DeskSkeleton.tsx';
import { homeOf } from './home-of.ts';
import { isStillAsked, LessonDialogs, type OpenDialog } from './LessonDialogs.tsx';
import { LessonHeader } from './LessonHeader.tsx';
import { LostConnection } from './LostConnection.tsx';
import { nextStepOf } from './next-step.ts';
import { Panels } from './Panels.tsx';

/** The teacher's screen: everything about a lesson in one view. */
export function Desk() {
  const { lesson } = useLive();
  const stage = useStage();
  const problem = useProblem('assessment');
  const title = useModel((model) => model.assessment?.title);
  const home = homeOf(useUser().rights);
  const isLost = isApiError(problem) && (problem.status === 403 || problem.status === 404);
  useTitle(title ?? t('teach.title'));
  if (problem !== undefined && (stage === null || isLost)) {
    return (
      <main className={styles.failed}>
        <h1 className="visually-hidden">{t('teach.title')}</h1>
        <LoadFailed error={problem} onRetry={() => lesson.reload('assessment')} />
        {home !== '/home' && (
          <p className={styles.wayOut}>
            <Link to={home}>{t('teach.back')}</Link>
          </p>
        )}
      </main>
    );
  }
  return stage === null ? <DeskSkeleton /> : <OpenDesk />;
}

function OpenDesk() {
  const { preferences } = useLive();
  const { usesKeys, showsFigures } = usePreferences();
  const { rights } = useUser();
  const navigate = useNavigate();
  const stage = useStage();
  const phase = usePhase();
  const attempts = useModel((model) => phasesOf(model).length);
  const canComment = useModel((model) => model.known?.canComment ?? false);
  const [minutes, setMinutes] = useState<number>(LIVE_LIMITS.defaultMinutes);
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  const next = nextStepOf(stage, attempts);
  const setsTime = next !== null && next.opens !== null;
  useEffect(preloadParts, []);
  const isOutdated = dialog !== null && !isStillAsked(dialog, { stage, next, isPhaseOpen: phase?.closed === false, canComment });
  useEffect(() => {
    if (isOutdated) setDialog(null);
  }, [isOutdated]);

  const onNextStep = () => {
    if (next && (next.opens === null || hasTime(minutes))) setDialog({ is: 'step', step: next, closes: phase && !phase.closed ? phase.form : null });
  };
  const onMinute = (way: 'plus' | 'minus') => setMinutes((before) => stepTime(before, way));
  const onCommenting = () => setDialog({ is: 'commenting', enable: !canComment });

  useLessonKeys(
    {
      onNextStep: next ? onNextStep : undefined,
      onMinute: setsTime ? onMinute : undefined,
      onCommenting: stage === 'running' ? onCommenting : undefined,
      onDistribution: attempts > 0 && stage === 'running' ? () => preferences.change({ showsFigures: !showsFigures }) : undefined,
    },
    usesKeys && (dialog === null || isOutdated),
  );

  return (
    <div className={styles.desk} data-stage={stage}>
      <LessonHeader onCancel={() => setDialog({ is: 'close', stage })} />
      <LostConnection />
      <main className={styles.main}>
        <Cards minutes={minutes} next={next} onMinute={onMinute} onNextStep={onNextStep} onAdjust={() => setDialog({ is: 'time' })} />
        <Panels onCommenting={onCommenting} />
      </main>
      <Announcer minutes={minutes} setsTimeOf={next?.opens ?? null} />
      <LessonDialogs
        dialog={isOutdated ? null : dialog}
        minutes={minutes}
        onClose={() => setDialog(null)}
        onLeave={() => void navigate({ to: homeOf(rights) })}
      />
    </div>
  );
}
