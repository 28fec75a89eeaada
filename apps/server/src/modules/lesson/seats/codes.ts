import { lessonCodeNames, lessonCodeOpen, type SeatCheck, type SeatNameView } from '@classwright/contract';
import { CODE_LENGTH, CODE_LETTERS, MAX_NAMES, readCode } from '@classwright/rules/live/seats';
import { isNameShown, toNameWords } from '@classwright/rules/live/seat-names';
import { makeCode } from '../../../platform/codes.ts';
import type { Db, Tx } from '../../../platform/database/index.ts';
import { appError } from '../../../platform/errors.ts';
import { implement, type Implementation } from '../../../platform/http/index.ts';
import { suspendedError } from '../../../platform/suspensions-queries.ts';
import { Batcher } from '../../../platform/waiting/index.ts';
import { getSettingsOfClass } from '../../class/settings/index.ts';
import { placeOf } from '../../people/accounts/index.ts';
import { listConnected } from '../live/index.ts';
import type { SeatsDependencies } from './dependencies.ts';
import { type CodedRow, countWrongCode, findByCode, insertCode, listStudentSeats, saveKnownPlace } from './queries.ts';

/** The attempts to find a code that no other run has. Each fails with the share of codes in use, far below a percent. */
const ATTEMPTS = 20;

/** Gives a run its code (LIVE-85). */
export async function giveCode(tx: Tx, sessionId: number): Promise<void> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) if (await insertCode(tx, sessionId, makeCode(CODE_LENGTH, CODE_LETTERS))) return;
  throw new Error('no code is free');
}

/** The running lesson of a code, with what its school has chosen. */
export interface CodedLesson {
  run: CodedRow;
  settings: Awaited<ReturnType<typeof getSettingsOfClass>>;
}

/**
 * Returns the running lesson of a code that somebody typed. A wrong one counts against the place that it came from; what
 * cannot be a code at all does not, since it reveals nothing. @throws LESSON_CODE_PAUSE, LESSON_CODE_REFUSED,
 * SCHOOL_SUSPENDED, LESSON_CODE_ENDED
 */
export type OpenCode = (typed: string, address: string) => Promise<CodedLesson>;

/** Creates the reader of codes. A class that types the same code in one place at the same moment shares what is read. */
export function createOpenCode(db: Db): OpenCode {
  const reads = new Batcher<string, { code: string | null; place: string }, { coded: CodedLesson | null; minutesPaused: number }>(async (_key, asked) => {
    const { code, place } = asked[0] as { code: string | null; place: string };
    const { run, minutesPaused } = await findByCode(db, code, place);
    if (!run) return asked.map(() => ({ coded: null, minutesPaused }));
    const settings = await getSettingsOfClass(db, run.course_id);
    if (minutesPaused === 0 && run.is_running && !run.is_known) await saveKnownPlace(db, run.session_id, place);
    return asked.map(() => ({ coded: { run, settings }, minutesPaused }));
  });
  return async (typed, address) => {
    const place = placeOf(address);
    const code = readCode(typed);
    const { coded, minutesPaused } = await reads.ask(`${code ?? ''} ${place}`, { code, place });
    if (!coded && code !== null) await countWrongCode(db, place);
    if (minutesPaused > 0) throw appError('LESSON_CODE_PAUSE', { minutes: minutesPaused });
    if (!coded) throw appError('LESSON_CODE_REFUSED');
    const { suspended_school: school, suspension_reason: reason } = coded.run;
    if (school !== null) throw suspendedError({ school, reason: reason ?? '' });
    if (!coded.run.is_running) throw appError('LESSON_CODE_ENDED');
    return coded;
  };
}

/** Returns what a phone is asked for besides the code: the school's choice, and nothing but "as a guest" in a rehearsal. */
const whatIsAsked = ({ run, settings }: { run: Pick<CodedRow, 'is_rehearsal'>; settings: CodedLesson['settings'] }): SeatCheck | 'guest' =>
  run.is_rehearsal ? 'guest' : settings.seat_check;

/** Returns what phones are asked for besides the code of a run. */
export async function findWhatIsAsked(db: Db, run: Pick<CodedRow, 'course_id' | 'is_rehearsal'>): Promise<SeatCheck | 'guest'> {
  return whatIsAsked({ run, settings: await getSettingsOfClass(db, run.course_id) });
}

export function implementCodes({ db, realtime }: SeatsDependencies, openCode: OpenCode): Implementation[] {
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
      const coded = await openCode(input.code, address);
      const { run } = coded;
      const asks = whatIsAsked(coded);
      const teacher_name = nameOf({ first_name: run.teacher_first_name, last_name: run.teacher_last_name });
      return { lesson: { assessment_id: run.assessment_id, class_name: run.class_name, teacher_name, asks } };
    }),
    implement(lessonCodeNames, async ({ input, address }) => {
      const coded = await openCode(input.code, address);
      const { run } = coded;
      // a school whose students sign in shows their names to nobody
      const asks = whatIsAsked(coded);
      if (asks === 'sign-in') throw appError('SEAT_SIGN_IN');
      if (asks === 'guest') return { students: [], has_more: false }; // its simulated students have no phones
      return names.ask(run.session_id, { run, typed: input.typed });
    }),
  ];
}

const nameOf = ({ first_name, last_name }: { first_name: string; last_name: string }): string => `${first_name} ${last_name}`.trim();
