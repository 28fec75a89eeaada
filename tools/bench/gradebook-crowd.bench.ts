import { readFileSync } from 'node:fs';
import { type GradedClass, withGradeServer } from './grade-server.ts';
import type { FromPhones, ToPhones } from './answers-clients.ts';
import type { FromScreens, ToScreens } from './gradebook-clients.ts';
import { interleave, percentileOf, printComparison, ratioOf, spreadOf } from './lib.ts';
import { call } from './phone-line.ts';
import { startPhones } from './phones.ts';

/**
 * Ten people type grades while twenty screens have the gradebook open, and while none has: 99th percentile of a save,
 * and frames per second to each screen. Then a lesson of 200 answers while three people open a gradebook of 500
 * students and 2,000 items at the same time, and while nobody does. Exits with 1 when the screens make a save take more
 * than 1.3 times as long, get more than ten frames a second, or when the openings make an answer take more than 1.5
 * times as long, or the process grow by more than 120 MB.
 */
const SHAPES = [
  { students: 200, items: 100, teachers: 20 },
  { students: 500, items: 2000, teachers: 3 },
];
const TYPING = 10;
const EVERY_MS = 500;
const STUDENTS = 200;
const ANSWERS_WITHIN_MS = 4000;
const ROUNDS = 4;
const MOST = { save: 1.3, frames: 10, answer: 1.5, megabytes: 120 };

const screens = startPhones<ToScreens, FromScreens>('./gradebook-clients.ts');
const phones = startPhones<ToPhones, FromPhones>('./answers-clients.ts');
try {
  await withGradeServer(SHAPES, async ({ ask, url, key, api, classes, watch }) => {
    const [course, largest] = classes as [GradedClass, GradedClass];
    const { id: courseId, works, students, teachers } = course;
    let most = 0;
    const type = async (): Promise<number> => {
      const { savedMs } = await screens.ask(
        { kind: 'type', url, courseId, works, students, tokens: teachers.slice(0, TYPING), everyMs: EVERY_MS, forMs: 10_000 },
        'typed',
      );
      return percentileOf(savedMs, 0.99);
    };
    const saves = await interleave({
      rounds: ROUNDS,
      warmUpRounds: 1,
      sides: {
        'nobody looks': type,
        '20 look': async () => {
          await screens.ask({ kind: 'open', url, key, courseId, tokens: teachers }, 'opened');
          const p99 = await type();
          most = Math.max(most, (await screens.ask({ kind: 'leave' }, 'left')).most);
          return p99;
        },
      },
    });
    printComparison(`${TYPING} people type, each ${1000 / EVERY_MS} grades a second: 99th percentile of a save in a round`, saves);
    console.log(`  at most ${most} frames within a second to one screen`);
    judge('the screens make a save take', ratioOf(saves['20 look'], saves['nobody looks']).median, MOST.save);
    judge('frames a second:', most, MOST.frames);

    const { tokens } = await ask({ kind: 'lesson', students: STUDENTS }, 'made');
    const growth: number[] = [];
    const answer = async (beside: () => Promise<unknown>): Promise<number> => {
      const { sessionId, choices } = await ask({ kind: 'begin' }, 'begun');
      const [{ latenciesMs, failures }] = await Promise.all([
        phones.ask(
          {
            kind: 'answer',
            what: 'answer',
            url,
            sessionId,
            form: 'Form - 1A',
            withinMs: ANSWERS_WITHIN_MS,
            phones: tokens.map((token, index) => ({ token, responseId: choices[index % choices.length]! })),
          },
          'answered',
        ),
        beside(),
      ]);
      if (failures > 0) throw new Error(`${failures} answers were not acknowledged`);
      await ask({ kind: 'close' }, 'closed');
      return percentileOf(latenciesMs, 0.99);
    };
    const open = () => Promise.all(largest.teachers.map((token) => call('GET', `${api}/dashboard/grade-book?class=${largest.id}`, token, { isUnread: true })));
    const answers = await interleave({
      rounds: ROUNDS,
      warmUpRounds: 1,
      sides: {
        'nobody opens': () => answer(async () => undefined),
        'three open': async () => {
          let p99 = 0;
          // Begun before the answers, since it collects the garbage first.
          const { residentMb } = await watch(async () => (p99 = await answer(open)));
          growth.push(residentMb);
          return p99;
        },
      },
    });
    printComparison(
      `${STUDENTS} answers within ${ANSWERS_WITHIN_MS / 1000} s, three gradebooks of a million cells opened at once: 99th percentile of an answer in a round`,
      answers,
    );
    const { max, median } = spreadOf(growth.slice(1));
    console.log(
      `  the server’s process grew by ${median.toFixed(0)} MB (${max.toFixed(0)} at most); load of the machine ${readFileSync('/proc/loadavg', 'utf8').split(' ')[0]}`,
    );
    judge('the openings make an answer take', ratioOf(answers['three open'], answers['nobody opens']).median, MOST.answer);
    judge('the process grows, in MB:', median, MOST.megabytes);
  });
} finally {
  screens.end();
  phones.end();
}

function judge(what: string, measured: number, most: number): void {
  if (measured <= most) return;
  console.log(`  ${what} ${measured.toFixed(2)}, wanted is at most ${most}`);
  process.exitCode = 1;
}
