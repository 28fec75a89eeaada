import type { Form } from '@classwright/contract/lesson/live/forms';
import { useEffect, useRef, useState } from 'react';
import { showSnack } from '../../../../base/snackbar.ts';
import { useStore } from '../../../../base/use-store.ts';
import { reminderAt } from '../../../../lesson/countdown.ts';
import type { Turn } from '../lesson/effects.ts';
import { t } from '../../../../base/t.ts';
import { useAddress } from '../use-address.ts';
import { useLive, usePhase, useSeconds } from '../use-live.ts';

/** The last reminder comes when the bar turns amber. */
const SPOKEN_SECONDS = 30;

/**
 * Announces visible changes to screen readers: turns of the lesson, the last half minute, and the minutes of the next
 * form.
 */
export function Announcer({ minutes, setsTimeOf }: { minutes: number; setsTimeOf: Form | null }) {
  const { lesson } = useLive();
  const news = useStore(lesson.news);
  const address = useAddress();
  const follow = useRef(address.showForm);
  follow.current = address.showForm;
  const [words, setWords] = useState('');

  useEffect(() => {
    if (!news) return;
    const { turn, form } = news;
    if (turn === 'canceled') return showSnack(t('teach.turn.canceled'), { color: 'blue' });
    setWords(say(turn, form, lesson.model.get().openedAtMs[form ?? 'Form - 1A'], lesson.model.get().known?.phases.at(-1)?.deadlineAtMs));
    // Everyone looks at a new form, including people who had gone back to an earlier one.
    if (turn === 'started' || turn === 'opened') follow.current(null);
  }, [news, lesson]);

  const seconds = useSeconds();
  const before = useRef<number | null>(null);
  const isOpen = usePhase()?.closed === false;
  useEffect(() => {
    if (isOpen && reminderAt(before.current, seconds) === SPOKEN_SECONDS) setWords(t('teach.lastSeconds', { count: SPOKEN_SECONDS }));
    before.current = seconds;
  }, [seconds, isOpen]);

  const firstMinutes = useRef(minutes);
  useEffect(() => {
    if (firstMinutes.current === minutes || !setsTimeOf) return;
    firstMinutes.current = minutes;
    setWords(t('teach.minutesSet', { form: setsTimeOf, minutes }));
  }, [minutes, setsTimeOf]);

  return (
    <p className="visually-hidden" role="status" aria-live="polite">
      {words}
    </p>
  );
}

function say(turn: Turn, form: Form | null, openedAtMs: number | undefined, deadlineAtMs: number | undefined): string {
  const minutes = openedAtMs !== undefined && deadlineAtMs !== undefined ? Math.round((deadlineAtMs - openedAtMs) / 60_000) : 0;
  return t(`teach.turn.${turn}`, { form: form ?? '', minutes });
}
