import { isApiError } from '../../base/api.ts';

export const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

interface Following<Answer> {
  load: (signal: AbortSignal) => Promise<Answer>;
  isUnderWay: (answer: Answer) => boolean;
  signal: AbortSignal;
  everyMs: number;
  /** The number of checks in a row that may fail for a passing reason before it is an error. */
  patience: number;
  /** Called with every answer. */
  onAnswer: (answer: Answer) => void;
}

/** Polls until a job is done, and returns the last answer. @throws the error after too many failed checks, or when aborted */
export async function follow<Answer>({ load, isUnderWay, signal, everyMs, patience, onAnswer }: Following<Answer>): Promise<Answer> {
  for (let failures = 0; ; ) {
    try {
      const answer = await load(signal);
      if (!signal.aborted) onAnswer(answer);
      if (!isUnderWay(answer)) return answer;
      failures = 0;
    } catch (failure) {
      failures += 1;
      if (signal.aborted || failures > patience || !isApiError(failure) || !failure.isTransient) throw failure;
    }
    await pause(everyMs);
  }
}
