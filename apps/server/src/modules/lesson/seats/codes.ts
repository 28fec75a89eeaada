import { randomInt } from 'node:crypto';
import { lessonCodeNames, lessonCodeOpen, type SeatCheck, type SeatNameView } from '@classwright/contract';
import { CODE_LENGTH, CODE_LETTERS, MAX_NAMES, readCode } from '@classwright/rules/live/seats';
import { isNameShown, toNameWords } from '@classwright/rules/live/seat-names';
import type { Db, Tx } from '../../../platform/database/index.ts';
import { appError } from '../../../platform/errors.ts';
import { implement, type Implementation } from '../../../platform/http/index.ts';
import { Batcher } from '../../../platform/waiting/index.ts';
import { getSettingsOfClass } from '../../class/settings/index.ts';
import { placeOf } from '../../people/accounts/index.ts';
import { listConnected } from '../live/index.ts';
import type { SeatsDependencies } from './dependencies.ts';
import { type CodedRow, countWrongCode, findByCode, insertCode, listStudentSeats, saveKnownPlace } from './queries.ts';

/** The attempts to find a code that no other run has. Each fails with the share of codes in use, far below a percent. */
const ATTEMPTS = 20;

const makeCode = (): string => Array.from({ length: CODE_LENGTH }, () => CODE_LETTERS[randomInt(CODE_LETTERS.length)]).join('');

/** Gives a run its code (LIVE-85). */
export async function giveCode(tx: Tx, sessionId: number): Promise<void> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) if (await insertCode(tx, sessionId, makeCode())) return;
  throw new Error('no code is free');
}

/**
 * Returns the running lesson of a code that somebody typed. A wrong one counts against the place that it came from; what
 * cannot be a code at all does not, since it reveals nothing. @throws LESSON_CODE_PAUSE, LESSON_CODE_REFUSED, LESSON_CODE_ENDED
 */
export async function openCode(db: Db, typed: string, address: string): Promise<CodedRow> {
  const place = placeOf(address);
  const code = readCode(typed);
  const { run, minutesPaused } = await findByCode(db, code, place);
  if (!run && code !== null) await countWrongCode(db, place);
  if (minutesPaused > 0) throw appError('LESSON_CODE_PAUSE', { minutes: minutesPaused });
  if (!run) throw appError('LESSON_CODE_REFUSED');
  if (!run.is_running) throw appError('LESSON_CODE_ENDED');
  if (!run.is_known) await saveKnownPlace(db, run.session_id, place);
  return run;
}

/** Returns what a phone is asked for besides the code: the school's choice, and nothing but "as a guest" in a rehearsal. */
export async function findWhatIsAsked(db: Db, run: Pick<CodedRow, 'course_id' | 'is_rehearsal'>): Promise<SeatCheck | 'guest'> {
  return run.is_rehearsal ? 'guest' : (await getSettingsOfClass(db, run.course_id)).seat_check;
}

export function implementCodes({ db, realtime }: SeatsDependencies): Implementation[] {
  const names = new Batcher((_sessionId: number, asked: readonly { run: CodedRow; typed: string }[]) => findNames(asked));

  /** Finds names for everybody who asks in one lesson at a moment. The class is read once. */
  async function findNames(asked: readonly { run: CodedRow; typed: string }[]): Promise<{ students: SeatNameView[]; has_more: boolean }[]> {
    const { run } = asked[0] as { run: CodedRow };
    const [students, { accounts }] = await Promise.all([listStudentSeats(db, run), listConnected(realtime, run.assessment_id)]);
    const named = students.map(({ id, is_taken, ...own }) => {
      const name = nameOf(own);
      return { view: { id, name, is_here: is_taken || accounts.has(id) }, words: toNameWords(name) };
    });
    return asked.map(({ typed }) => {
      const asWords = toNameWords(typed);
      const found = named.filter(({ words }) => isNameShown(words, asWords));
      return { students: found.slice(0, MAX_NAMES).map(({ view }) => view), has_more: found.length > MAX_NAMES };
    });
  }

  return [
    implement(lessonCodeOpen, async ({ input, address }) => {
      const run = await openCode(db, input.code, address);
      const asks = await findWhatIsAsked(db, run);
      const teacher_name = nameOf({ first_name: run.teacher_first_name, last_name: run.teacher_last_name });
      return { lesson: { assessment_id: run.assessment_id, class_name: run.class_name, teacher_name, asks } };
    }),
    implement(lessonCodeNames, async ({ input, address }) => {
      const run = await openCode(db, input.code, address);
      // a school whose students sign in shows their names to nobody
      const asks = await findWhatIsAsked(db, run);
      if (asks === 'sign-in') throw appError('SEAT_SIGN_IN');
      if (asks === 'guest') return { students: [], has_more: false }; // its simulated students have no phones
      return names.ask(run.session_id, { run, typed: input.typed });
    }),
  ];
}

const nameOf = ({ first_name, last_name }: { first_name: string; last_name: string }): string => `${first_name} ${last_name}`.trim();
