import { useEffect, useRef, useState } from 'react';
import { useStore } from '../../base/use-store.ts';
import { t } from '../../base/t.ts';
import { useLesson, useMode, usePhase } from './use-lesson.ts';

/**
 * Announces visible changes politely to screen readers: the last minute, a form that opens or closes, the end of the
 * time. Shows nothing.
 */
export function Announcer() {
  const reminder = useStore(useLesson().countdown.reminder);
  const phase = usePhase();
  const mode = useMode();
  const [words, setWords] = useState('');
  const before = useRef({ form: phase?.form, closed: phase?.closed, mode });
  useEffect(() => {
    const was = before.current;
    before.current = { form: phase?.form, closed: phase?.closed, mode };
    if (!phase || was.form === undefined) return;
    if (was.form !== phase.form) setWords(t('join.formOpened', { form: phase.form }));
    else if (!was.closed && phase.closed) setWords(t('join.formClosed', { form: phase.form }));
    else if (was.mode === 'answering' && mode === 'time-up') setWords(t('join.timeUp'));
  }, [phase, mode]);
  useEffect(() => {
    if (reminder === 60 || reminder === 30 || reminder === 10) setWords(t(`join.remind.${reminder}`));
  }, [reminder]);
  return (
    <p className="visually-hidden" role="status" aria-live="polite">
      {words}
    </p>
  );
}
