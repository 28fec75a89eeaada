import type { ReactNode } from 'react';
import { timeOf } from '../../../../base/dates.ts';
import { Card } from '../../../../ui/plain/Card.tsx';
import { classes } from '../../../../ui/plain/classes.ts';
import { RightByForm } from '../results/index.ts';
import { t } from '../../../../base/t.ts';
import { useModel, usePhase, useStage } from '../use-live.ts';
import styles from './Cards.module.css';
import type { NextStep } from './next-step.ts';
import { RightSoFar } from './RightSoFar.tsx';
import { StatusButton } from './StatusButton.tsx';
import { TimeCard } from './TimeCard.tsx';

export interface CardsProps {
  minutes: number;
  next: NextStep | null;
  onMinute: (way: 'plus' | 'minus') => void;
  onNextStep: () => void;
  onAdjust: () => void;
}

/** The numbers of the lesson in a row, and the one next step. */
export function Cards({ minutes, next, onMinute, onNextStep, onAdjust }: CardsProps) {
  const stage = useStage();
  return (
    <section className={styles.cards} data-stage={stage} aria-label={t('teach.controls')}>
      <TimeCard minutes={minutes} next={next} onMinute={onMinute} onAdjust={onAdjust} />
      <Submissions />
      <People />
      <Card className={classes(styles.card, styles.right)}>
        {stage === 'finished' ? <RightByForm /> : <RightSoFar />}
        {next && <StatusButton next={next} minutes={minutes} onPress={onNextStep} />}
      </Card>
    </section>
  );
}

/** A label, a large number, and a note about it. */
function Figure({
  label,
  value,
  beside,
  note,
  wraps,
  children,
}: {
  label: string;
  value: ReactNode;
  beside?: string;
  note: string;
  /** True when the note may wrap because it is too long for one line. */
  wraps?: boolean;
  children?: ReactNode;
}) {
  return (
    <Card className={styles.card}>
      <h2 className={styles.label}>{label}</h2>
      <p className={styles.value}>
        {value}
        {beside && (
          <>
            {' '}
            <small>{beside}</small>
          </>
        )}
      </p>
      {children}
      <p className={styles.note} data-wraps={wraps || undefined}>
        {note}
      </p>
    </Card>
  );
}

function Submissions() {
  const tally = useModel((model) => model.tally);
  const phase = usePhase();
  const [answered, of] = [tally?.answered ?? 0, tally?.of ?? 0];
  const missing = Math.max(0, of - answered);
  const own = phase?.closed ? tally?.own_time : undefined;
  const note = own
    ? t('teach.ownTime', { count: own.students, time: timeOf(own.until) })
    : of === 0
      ? t('teach.nobodyYet')
      : missing === 0
        ? t('teach.allAnswered')
        : t(phase && !phase.closed ? 'teach.stillThinking' : 'teach.didNotAnswer', { count: missing });
  return (
    <Figure label={t('teach.submissions')} value={answered} beside={t('teach.of', { of })} note={note} wraps={own !== undefined}>
      <span className={styles.track}>
        <span style={{ width: `${of > 0 ? Math.min(100, (100 * answered) / of) : 0}%` }} />
      </span>
    </Figure>
  );
}

function People() {
  const inClass = useModel((model) => model.tally?.students ?? model.roster?.totalStudent ?? model.assessment?.totalStudent ?? 0);
  const here = useModel((model) => model.tally?.of ?? model.roster?.students.length ?? 0);
  const className = useModel((model) => model.assessment?.class_name ?? '');
  return (
    <>
      <Figure label={t('teach.students')} value={inClass} note={t('teach.inClass', { class: className })} />
      <Figure label={t('teach.loggedIn')} value={here} note={t('teach.absentCount', { count: Math.max(0, inClass - here) })} />
    </>
  );
}
