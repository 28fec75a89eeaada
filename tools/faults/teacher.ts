import { setTimeout as pause } from 'node:timers/promises';
import {
  liveAdjustTime,
  liveClose,
  liveEnd,
  livePhaseClose,
  liveReveal,
  liveSettingsUpdate,
  liveStart,
  liveStatus,
  studentRemove,
} from '@classwright/contract';
import { callPlainly, type Ways } from './calls.ts';

/** An act of the teacher and its time. */
export interface Act {
  what: string;
  sentAtMs: number;
  doneAtMs: number;
}

const AGAIN_MS = 150;
const GIVE_UP_MS = 30_000;

/** A teacher who repeats a press until there is a response, each with its own key. */
export class Teacher {
  readonly acts: Act[] = [];
  readonly #ways: Ways;
  readonly #token: string;
  readonly #seed: number;
  #pressed = 0;

  constructor(ways: Ways, token: string, seed: number) {
    this.#ways = ways;
    this.#token = token;
    this.#seed = seed;
  }

  async #press(what: string, { method, path }: { method: string; path: string }, body: object): Promise<unknown> {
    this.#pressed += 1;
    const key = `storm-${this.#seed}-${this.#pressed}-${Date.now()}`;
    const sentAtMs = Date.now();
    const act: Act = { what, sentAtMs, doneAtMs: Number.POSITIVE_INFINITY };
    this.acts.push(act);
    while (Date.now() - sentAtMs < GIVE_UP_MS) {
      const reply = await callPlainly(this.#ways, this.#token, method, path, { body, key });
      if (reply?.status === 200) {
        act.doneAtMs = Date.now(); // others may have been pressed in the meantime
        return reply.body;
      }
      if (reply && reply.status < 500 && reply.status !== 429) throw new Error(`${what}: ${reply.status} ${reply.body.code}`);
      await pause(AGAIN_MS);
    }
    throw new Error(`${what}: no answer for ${GIVE_UP_MS / 1000} s`);
  }

  /** Starts the lesson. Returns the session's id. */
  async start(assessmentId: number): Promise<number> {
    const { session } = (await this.#press('start', liveStart, { assessment_id: assessmentId, time: 3 })) as { session: { id: number } };
    return session.id;
  }

  step(id: number, type: 're-assign' | 'next' | 'finished'): Promise<unknown> {
    return this.#press(type, liveStatus, { id, type, ...(type === 'finished' ? {} : { time: 3 }) });
  }

  /** Removes all the time that is left: after three seconds of grace, the server closes the form. */
  endTime(assessment_id: number): Promise<unknown> {
    return this.#press('end time', liveAdjustTime, { assessment_id, type: 'decrease', time: 10 });
  }

  /** Closes the open form now. */
  closeForm(assessment_id: number, epoch: number): Promise<unknown> {
    return this.#press('close form', livePhaseClose, { assessment_id, epoch });
  }

  /** Finishes the lesson before its last form. */
  endHere(assessment_id: number, epoch: number): Promise<unknown> {
    return this.#press('end here', liveEnd, { assessment_id, epoch });
  }

  cancel(id: number): Promise<unknown> {
    return this.#press('cancel', liveClose, { id });
  }

  letComment(assessment_id: number): Promise<unknown> {
    return this.#press('let comment', liveSettingsUpdate, { assessment_id, can_comment: true });
  }

  reveal(assessment_id: number, form: string): Promise<unknown> {
    return this.#press('reveal', liveReveal, { assessment_id, form, what: 'correctness' });
  }

  remove(courseId: number, accountId: number): Promise<unknown> {
    const path = studentRemove.path.replace(':class_id', `${courseId}`).replace(':account_id', `${accountId}`);
    return this.#press(`remove ${accountId}`, { method: studentRemove.method, path }, {});
  }
}
