import { LIVE_LIMITS } from '../limits.ts';
import { FORMS, type Form } from './forms.ts';

const MINUTE_MS = 60_000;

export interface MinutesLeft {
  /** The next form to open. */
  form: Form;
  /** The whole minutes that remain for it and everything after it. Never negative. */
  left: number;
  /** The whole minutes that the remaining forms need with the chosen time, talk between them included. */
  needs: number;
  /** The time for each of the remaining forms with which all of them fit; null: not even a minute each. */
  proposal: number | null;
}

/**
 * Computes what an end time leaves for the forms that have not opened (LIVE-75). It only informs.
 *
 * @param endsAtMs The planned end of the lesson; with `nowMs` and `openUntilMs` in milliseconds by the server's clock.
 * @param openUntilMs The deadline of the open form, or null while none is open: the next form starts after it.
 * @param opened The number of forms that have opened.
 * @param minutes The chosen minutes of the next form.
 * @returns null when no form is left to open.
 */
export function computeMinutesLeft({
  endsAtMs,
  nowMs,
  openUntilMs,
  opened,
  minutes,
}: {
  endsAtMs: number;
  nowMs: number;
  openUntilMs: number | null;
  opened: number;
  minutes: number;
}): MinutesLeft | null {
  const form = FORMS[opened];
  if (form === undefined) return null;
  const forms = FORMS.length - opened;
  const talk = LIVE_LIMITS.talkMinutes * forms;
  const left = Math.max(0, Math.floor((endsAtMs - Math.max(nowMs, openUntilMs ?? nowMs)) / MINUTE_MS));
  const fair = Math.min(LIVE_LIMITS.maxMinutes, Math.floor((left - talk) / forms));
  return { form, left, needs: minutes * forms + talk, proposal: fair >= LIVE_LIMITS.minMinutes ? fair : null };
}
