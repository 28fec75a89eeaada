import { FORMS } from '@classwright/contract/lesson/live/forms';
import { IconArrowsRightLeft, IconCircleCheck, IconFlag, IconLoader2, IconMessages } from '../../../../ui/plain/icons.ts';
import { Row } from '../../../../ui/plain/layout/layout.tsx';
import { IconPlayerPlay } from '../../../../ui/feature-icons/icons.ts';
import { useEffect, useState, type ReactNode } from 'react';
import type { IconComponent } from '../../../../ui/plain/icon.tsx';
import { phaseLooks } from '../../../../ui/plain/PhaseChip.tsx';
import { type MessageKey, t } from '../../../../base/t.ts';
import { useModel, usePending, usePreferences } from '../use-live.ts';
import type { NextStep, TurnStep } from './next-step.ts';
import styles from './StepButtons.module.css';

const ACTION_KEYS = {
  activate: 'teach.activate',
  're-assign': 'teach.re-assign',
  next: 'teach.next',
  finished: 'teach.finished',
} as const satisfies Record<NextStep['action'], MessageKey>;

const TURN_ICONS = {
  close: IconFlag,
  pair: IconMessages,
  show: IconArrowsRightLeft,
  reveal: IconCircleCheck,
} as const satisfies Record<TurnStep['action'], IconComponent>;

/** The time in which a step that acts without a question takes no press, so that a double press takes one step. */
const SETTLE_MS = 450;

/** Returns false right after a step has come up. */
function useIsSettled(turn: TurnStep | null): boolean {
  const key = turn && `${turn.action} ${turn.form}`;
  const [settled, setSettled] = useState<string | null>(null);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(key), SETTLE_MS);
    return () => clearTimeout(timer);
  }, [key]);
  return settled === key;
}

export interface StepButtonsProps {
  /** The step between two forms that comes first; null: the status button's step does. */
  turn: TurnStep | null;
  status: NextStep | null;
  minutes: number;
  onTurn: () => void;
  onStatus: () => void;
}

/**
 * The filled button takes the next step; Space does, too. While that is a step between two forms, the status button is
 * below it, so that any step can be skipped. The status button stays the same element, so that it keeps the focus when
 * such a step comes up or goes.
 */
export function StepButtons({ turn, status, minutes, onTurn, onStatus }: StepButtonsProps) {
  const isStepping = usePending('step');
  const isRevealing = [usePending('distribution'), usePending('correctness'), usePending('wall')].includes(true);
  const isSettled = useIsSettled(turn);
  const tally = useModel((model) => model.tally) ?? { answered: 0, of: 0 };
  if (!status) return null;
  const StatusIcon = status.opens === FORMS[0] ? IconPlayerPlay : phaseLooks[status.opens ?? 'finished'].icon;
  const brings = status.opens ? t('teach.opens', { form: status.opens, minutes }) : t('teach.ends');
  return (
    <div className={turn ? styles.both : styles.one}>
      {turn && (
        <StepButton icon={TURN_ICONS[turn.action]} isPending={isStepping || isRevealing} isWaiting={!isSettled} onPress={onTurn} label={turnLabel(turn)}>
          {turnHint(turn, tally)}
        </StepButton>
      )}
      <StepButton icon={StatusIcon} isSkip={turn !== null} isPending={isStepping} onPress={onStatus} label={t(ACTION_KEYS[status.action])}>
        <span key={minutes} className={turn ? undefined : styles.minutes}>
          {brings}
        </span>
      </StepButton>
    </div>
  );
}

interface StepButtonProps {
  icon: IconComponent;
  /** True for the status button below the filled one. */
  isSkip?: boolean;
  isPending: boolean;
  isWaiting?: boolean;
  onPress: () => void;
  label: string;
  children: ReactNode;
}

function StepButton({ icon, isSkip = false, isPending, isWaiting = false, onPress, label, children }: StepButtonProps) {
  const { usesKeys } = usePreferences();
  const Icon = isPending ? IconLoader2 : icon;
  const act = { type: 'button', onClick: isPending || isWaiting ? undefined : onPress, 'aria-busy': isPending || undefined } as const;
  if (isSkip)
    return (
      <button {...act} className={styles.skip}>
        {label} {children}
      </button>
    );
  return (
    <button {...act} className={styles.button} data-next-step aria-disabled={isWaiting || undefined} aria-keyshortcuts={usesKeys ? 'Space' : undefined}>
      <Row as="span" gap={8} leading={1.35} className={styles.action}>
        <Icon size={21} stroke={2} className={isPending ? styles.spin : undefined} />
        {label}
      </Row>
      <Row as="span" gap={8} size={13} weight={500} numbers nowrap className={styles.brings}>
        {children}
        {usesKeys && <kbd aria-hidden>{t('teach.key.space')}</kbd>}
      </Row>
    </button>
  );
}

/** Returns the words on the button of a step between two forms. */
function turnLabel({ action, form }: TurnStep): string {
  if (action === 'close') return t('teach.closeForm', { form });
  if (action === 'show') return t(form === FORMS[2] ? 'teach.turnStep.showAnswers' : 'teach.turnStep.showChange');
  return t(action === 'pair' ? 'teach.turnStep.pair' : 'teach.turnStep.reveal');
}

function turnHint({ action, form }: TurnStep, { answered, of }: { answered: number; of: number }): string {
  if (action === 'close') return answered < of ? t('teach.turnHint.close', { answered, of }) : t('teach.allAnswered');
  if (action === 'pair') return t('teach.turnHint.pair');
  if (action === 'reveal') return t('teach.turnHint.reveal');
  return form === FORMS[2] ? form : t('teach.turnHint.showChange');
}
