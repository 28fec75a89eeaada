import { readFileSync } from 'node:fs';
import type { FromColleagues, ToColleagues } from './gradebook-colleagues-clients.ts';
import type { FromScreens, ToScreens } from './gradebook-clients.ts';
import { type GradedClass, withGradeServer } from './grade-server.ts';
import { interleave, percentileOf, printComparison, ratioOf, spreadOf } from './lib.ts';
import { passMs } from './phone-line.ts';
import { startPhones } from './phones.ts';

/**
 * Twenty people have a gradebook open, and ten of them go from cell to cell without a pause, four cells a second each.
 * Measures the server's processor time, the delay until the others see it, and the 99th percentile of a save by someone
 * who types at the same time. Exits with 1 when saves take more than 1.3 times as long as while nobody moves, or the
 * moves a tenth of a processor.
 */
const SHAPE = { students: 200, items: 100, teachers: 20 };
const MOVING = 10;
const EVERY_MS = 250;
const FOR_MS = 10_000;
const ROUNDS = 4;
const MOST = { save: 1.3, percent: 10 };

const colleagues = startPhones<ToColleagues, FromColleagues>('./gradebook-colleagues-clients.ts');
const screens = startPhones<ToScreens, FromScreens>('./gradebook-clients.ts');
try {
  await withGradeServer([SHAPE], async ({ url, key, classes, watch }) => {
    const { id: courseId, works, students, teachers } = classes[0] as GradedClass;
    await colleagues.ask({ kind: 'open', url, key, courseId, tokens: teachers }, 'opened');
    const move = () => colleagues.ask({ kind: 'move', movers: MOVING, courseId, everyMs: EVERY_MS, forMs: FOR_MS }, 'moved');

    let [sent, latenciesMs]: [number, number[]] = [0, []];
    const idle = await watch(() => passMs(FOR_MS));
    const { cpuMs, heldMs } = await watch(async () => {
      ({ sent, latenciesMs } = await move());
    });
    const percent = (100 * (cpuMs - idle.cpuMs)) / FOR_MS;
    if (latenciesMs.length !== sent * (teachers.length - 1)) throw new Error(`${latenciesMs.length} of ${sent} times ${teachers.length - 1} arrived`);
    console.log(
      `${MOVING} of ${teachers.length} move, each ${1000 / EVERY_MS} cells a second: ${sent} moves, ${latenciesMs.length} frames in ${FOR_MS / 1000} s`,
    );
    console.log(
      `  ${percent.toFixed(1)}% of one processor more than while nobody moves (${((100 * idle.cpuMs) / FOR_MS).toFixed(1)}%); loop held ${heldMs.toFixed(0)} ms at most`,
    );
    console.log(`  seen after ${percentileOf(latenciesMs, 0.5).toFixed(1)} ms, 99th percentile ${percentileOf(latenciesMs, 0.99).toFixed(1)} ms`);
    judge('percent of a processor:', percent, MOST.percent);

    const type = async (): Promise<number> => {
      const typing = { kind: 'type', url, courseId, works, students, tokens: teachers.slice(0, MOVING), everyMs: 500, forMs: FOR_MS } as const;
      return percentileOf((await screens.ask(typing, 'typed')).savedMs, 0.99);
    };
    const saves = await interleave({
      rounds: ROUNDS,
      warmUpRounds: 1,
      sides: { 'nobody moves': type, '10 move': async () => (await Promise.all([type(), move()]))[0] },
    });
    printComparison(`${MOVING} people type while ${MOVING} move: 99th percentile of a save in a round`, saves);
    const ratio = ratioOf(saves['10 move'], saves['nobody moves']);
    console.log(
      `  nobody moves ${spreadOf(saves['nobody moves']).median.toFixed(1)} ms; load of the machine ${readFileSync('/proc/loadavg', 'utf8').split(' ')[0]}`,
    );
    judge('the moves make a save take', ratio.median, MOST.save);
  });
} finally {
  colleagues.end();
  screens.end();
}

function judge(what: string, measured: number, most: number): void {
  if (measured <= most) return;
  console.log(`  ${what} ${measured.toFixed(2)}, wanted is at most ${most}`);
  process.exitCode = 1;
}
