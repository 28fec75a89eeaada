import type { ReactNode } from 'react';
import { timeOf } from '../../../../base/dates.ts';
import { Card } from '../../../../ui/plain/Card.tsx';
import { classes } from '../../../../ui/plain/classes.ts';
import { Grid, Row, Text } from '../../../../ui/plain/layout/layout.tsx';
import { RightByForm } from '../results/index.ts';
import { t } from '../../../../base/t.ts';
import { useModel, usePhase, useStage } from '../use-live.ts';
import styles from './Cards.module.css';
import type { NextStep, TurnStep } from './next-step.ts';
import { RightSoFar } from './RightSoFar.tsx';
import { StepButtons } from './StepButtons.tsx';
import { TimeCard } from './TimeCard.tsx';

export interface CardsProps {
  minutes: number;
  next: NextStep | null;
  turn: TurnStep | null;
  onMinute: (way: 'plus' | 'minus') => void;
  /** Sets the minutes of the next form. */
  onMinutes: (minutes: number) => void;
  onTurn: () => void;
  onStatus: () => void;
  onCloseForm: () => void;
  onAdjust: () => void;
}

/** The numbers of the lesson in a row, and the one next step. */
export function Cards({ minutes, next, turn, onMinute, onMinutes, onTurn, onStatus, onCloseForm, onAdjust }: CardsProps) {
  const stage = useStage();
  return (
    <Grid as="section" gap={10} fixed className={styles.cards} data-stage={stage} aria-label={t('teach.controls')}>
      <TimeCard minutes={minutes} next={next} onMinute={onMinute} onMinutes={onMinutes} onCloseForm={onCloseForm} onAdjust={onAdjust} />
      <Submissions />
      <People />
      <Card className={classes(styles.card, styles.right)}>
        {stage === 'finished' ? <RightByForm /> : <RightSoFar />}
        <StepButtons turn={turn} status={next} minutes={minutes} onTurn={onTurn} onStatus={onStatus} />
      </Card>
    </Grid>
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
  beside?: string | undefined;
  note: string;
  /** True when the note may wrap because it is too long for one line. */
  wraps?: boolean;
  children?: ReactNode;
}) {
  return (
    <Card className={styles.card}>
      <Text as="h2" size={12} weight={600} tone="dimmed" nowrap className={styles.label}>
        {label}
      </Text>
      <Text weight={650} numbers nowrap className={styles.value}>
        {value}
        {beside && (
          <>
            {' '}
            <small>{beside}</small>
          </>
        )}
      </Text>
      {children}
      <Text size={12} leading={1.35} tone="dimmed" clamp className={styles.note} data-wraps={wraps || undefined}>
        {note}
      </Text>
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
    <Figure
      label={t('teach.submissions')}
      value={answered}
      beside={of === 0 ? undefined : t('teach.answeredOf', { of })}
      note={note}
      wraps={own !== undefined || of === 0}
    >
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
    <Card className={classes(styles.card, styles.people)}>
      <Row gap={6} align="baseline">
        <Text as="h2" size={12} weight={600} tone="dimmed" nowrap className={styles.label}>
          {t('teach.students')}
        </Text>
        <Text size={12} tone="dimmed" clamp>
          {inClass} {t('teach.inClass', { class: className })}
        </Text>
      </Row>
      <div>
        <h2 className="visually-hidden">{t('teach.loggedIn')}</h2>
        <Text weight={650} numbers nowrap className={styles.value}>
          {here} <small>{t('teach.ofHere', { of: inClass })}</small>
        </Text>
      </div>
      <Text size={12} leading={1.35} tone="dimmed" clamp className={styles.note}>
        {t('teach.absentCount', { count: Math.max(0, inClass - here) })}
      </Text>
    </Card>
  );
}
