import type { liveStudentLogin } from '@classwright/contract/live';
import { FALLBACK_LIMITS } from '@classwright/rules/limits';
import { isApiError } from '../../base/api.ts';
import { randomId } from '../../base/random-id.ts';
import { ask } from '../../lesson/ask.ts';

/** Tells the server that the student is in the lesson, until it is recorded. */
export interface Login {
  /** Nothing happens while it is recorded or being told. */
  tell: () => void;
  /** The server says that it has it. */
  isRecorded: () => void;
  /** Another run: it has to be told anew. */
  again: () => void;
  stop: () => void;
}

export function createLogin(assessmentId: number): Login {
  let recorded = false;
  let underWay = false;
  let stopped = false;
  let key = randomId();
  let timer: ReturnType<typeof setTimeout> | undefined;

  function tell(): void {
    if (recorded || underWay || stopped) return;
    underWay = true;
    clearTimeout(timer);
    const told = key;
    ask<typeof liveStudentLogin>('POST', '/live/learning/studentlogin', { body: { assessment_id: assessmentId }, idempotencyKey: told })
      .then(
        () => {
          recorded = told === key;
        },
        (error: unknown) => {
          if (isApiError(error) && error.isTransient && !stopped) timer = setTimeout(tell, FALLBACK_LIMITS.loginPollMs);
        },
      )
      .finally(() => {
        underWay = false;
        if (told !== key) tell();
      });
  }

  return {
    tell,
    isRecorded: () => {
      recorded = true;
      clearTimeout(timer);
    },
    again: () => {
      recorded = false;
      key = randomId();
      tell();
    },
    stop: () => {
      stopped = true;
      clearTimeout(timer);
    },
  };
}
