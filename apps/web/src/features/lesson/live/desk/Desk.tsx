import { FORMS } from '@classwright/contract/lesson/live/forms';
import { LIVE_LIMITS } from '@classwright/rules/limits';
import { stepTime } from '@classwright/rules/live/time';
import { Link, useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { isApiError } from '../../../../base/api.ts';
import { useTitle } from '../../../../base/use-title.ts';
import { useUser } from '../../../../base/use-user.ts';
import { LoadFailed } from '../../../../ui/plain/LoadFailed.tsx';
import { Stack, Text, Grid } from '../../../../ui/plain/layout/layout.tsx';
import { hasTime } from '../lesson/actions.ts';
import { phasesOf, stageOf, type StaffModel } from '../lesson/model.ts';
import { t } from '../../../../base/t.ts';
import { LessonDialogs, PairsDialog, preloadParts, TryClass } from '../parts.ts';
import { useLessonKeys } from '../use-lesson-keys.ts';
import { type Live, useLive, useModel, usePhase, usePreferences, useProblem, useStage } from '../use-live.ts';
import { Announcer } from './Announcer.tsx';
import { Cards } from './Cards.tsx';
import styles from './Desk.module.css';
import { Card } from '../../../../ui/plain/Card.tsx';
import { Skeleton, SkeletonText } from '../../../../ui/plain/Skeleton.tsx';
import cards from './Cards.module.css';
import header from './LessonHeader.module.css';
import { isStillAsked, type OpenDialog } from './open-dialog.ts';
import { LessonHeader } from './LessonHeader.tsx';
import { LostConnection } from './LostConnection.tsx';
import { useSimulatedClass } from '../try/use-simulated-class.ts';
import { homeOf, statusStepOf, turnStepOf, type TurnStep } from './next-step.ts';
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
          <Text centered above={12}>
            <Link to={home}>{t('teach.back')}</Link>
          </Text>
        )}
      </main>
    );
  }
  return stage === null ? <DeskSkeleton /> : <OpenDesk />;
}

function turnOf(model: StaffModel): TurnStep | null {
  const here = model.tally?.of ?? 0;
  const pairs = (model.known?.pairsRevision ?? 0) > 0 ? 'made' : here > 1 ? 'offered' : 'none';
  return turnStepOf(stageOf(model), { phases: phasesOf(model), here, answered: model.tally?.answered ?? 0, pairs });
}

function OpenDesk() {
  const live = useLive();
  const { preferences } = live;
  const isRehearsal = useSimulatedClass(live.lesson.assessmentId)?.is_rehearsal ?? false;
  const { usesKeys, showsFigures } = usePreferences();
  const { rights } = useUser();
  const navigate = useNavigate();
  const stage = useStage();
  const phase = usePhase();
  const attempts = useModel((model) => phasesOf(model).length);
  const canComment = useModel((model) => model.known?.canComment ?? false);
  const [minutes, setMinutes] = useState<number>(LIVE_LIMITS.defaultMinutes);
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  const [pairing, setPairing] = useState(false);
  const next = statusStepOf(stage, attempts);
  const turn = useModel(turnOf);
  const canPair = stage === 'running' && attempts > 0 && attempts < FORMS.length;
  const setsTime = next !== null && next.opens !== null;
  useEffect(preloadParts, []);
  const isOutdated = dialog !== null && !isStillAsked(dialog, { stage, next, isPhaseOpen: phase?.closed === false, form: phase?.form ?? null, canComment });
  useEffect(() => {
    if (isOutdated) setDialog(null);
  }, [isOutdated]);

  const onStatus = () => {
    if (!next || (next.opens !== null && !hasTime(minutes))) return;
    // nothing of a rehearsal counts, so that it begins without a question (LIVE-126)
    if (next.action === 'activate' && isRehearsal) void live.actions.activate(minutes);
    else setDialog({ is: 'step', step: next, closes: phase && !phase.closed ? phase.form : null });
  };
  const isMissing = useModel(({ tally }) => (tally?.answered ?? 0) < (tally?.of ?? 0));
  const onTurn = () => {
    if (turn?.action === 'pair') setPairing(true);
    else if (turn?.action === 'close' && isMissing) setDialog({ is: 'close-form', form: turn.form });
    else if (turn) void takeTurn(live, turn);
  };
  const onMinute = (way: 'plus' | 'minus') => setMinutes((before) => stepTime(before, way));
  const onCommenting = () => setDialog({ is: 'commenting', enable: !canComment });

  // Space presses the filled button, which takes no press right after a step between two forms has come up.
  const pressNext = next ? () => document.querySelector<HTMLButtonElement>('[data-next-step]')?.click() : undefined;
  useLessonKeys(
    {
      onNextStep: pressNext,
      onMinute: setsTime ? onMinute : undefined,
      onCommenting: stage === 'running' ? onCommenting : undefined,
      onPairs: canPair ? () => setPairing(true) : undefined,
      onHide: () => document.activeElement?.closest('article')?.querySelector<HTMLElement>('[data-hides]')?.click(),
      onDistribution: attempts > 0 && stage === 'running' ? () => preferences.change({ showsFigures: !showsFigures }) : undefined,
    },
    usesKeys && (dialog === null || isOutdated),
  );

  return (
    <Stack size={14} className={styles.desk} data-stage={stage}>
      <LessonHeader
        onCancel={() => setDialog({ is: 'close', stage })}
        onEnd={() => phase && setDialog({ is: 'end', form: phase.form })}
        onPairs={canPair ? () => setPairing(true) : undefined}
      />
      <LostConnection />
      <TryClass />
      <Stack as="main" gap={12} grow className={styles.main}>
        <Cards
          minutes={minutes}
          next={next}
          turn={turn}
          onMinute={onMinute}
          onMinutes={setMinutes}
          onTurn={onTurn}
          onStatus={onStatus}
          onCloseForm={() => phase && setDialog({ is: 'close-form', form: phase.form })}
          onAdjust={() => setDialog({ is: 'time' })}
        />
        <Panels onCommenting={onCommenting} />
      </Stack>
      <Announcer minutes={minutes} setsTimeOf={next?.opens ?? null} />
      {pairing && canPair && <PairsDialog onClose={() => setPairing(false)} />}
      <LessonDialogs
        dialog={isOutdated ? null : dialog}
        minutes={minutes}
        onClose={() => setDialog(null)}
        onLeave={() => void navigate({ to: homeOf(rights) })}
      />
    </Stack>
  );
}

/**
 * Takes a step between two forms. None of them asks first: everybody here has answered when a form closes, and a
 * question whose forms have all closed can be shown and explained without harm.
 */
async function takeTurn({ actions }: Live, { action, form }: TurnStep): Promise<void> {
  if (action === 'close') await actions.closeForm(form);
  if (action === 'show') {
    // the change reveals what it compares; Form - 2 asks another question, so that its answers stand alone
    if (form !== FORMS[2]) await actions.showOnWall('change', form);
    else if (await actions.reveal(form, 'distribution')) await actions.showOnWall('distribution', form);
  }
  if (action === 'reveal' && (await actions.reveal(form, 'correctness'))) await actions.showOnWall('explain', form);
}

/** A placeholder of the screen's size while the lesson loads. */
function DeskSkeleton() {
  return (
    <Stack size={14} className={styles.desk} data-stage="loading">
      <header className={header.header}>
        <div className={header.words}>
          <h1 className="visually-hidden">{t('teach.loading')}</h1>
          <Skeleton width={240} height={18} />
        </div>
      </header>
      <Stack as="main" gap={12} grow className={styles.main}>
        <Grid gap={10} fixed className={cards.cards}>
          {Array.from({ length: 5 }, (_, index) => (
            <Card key={index} className={cards.card}>
              <Skeleton width="50%" />
              <Skeleton width="70%" height={30} />
            </Card>
          ))}
        </Grid>
        <Grid gap={12} grow className={styles.panels}>
          {Array.from({ length: 3 }, (_, index) => (
            <Card key={index} className={styles.loading}>
              {index === 1 ? <SkeletonText lines={6} /> : <Skeleton height={120} />}
            </Card>
          ))}
        </Grid>
      </Stack>
    </Stack>
  );
}
