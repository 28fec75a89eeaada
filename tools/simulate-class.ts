// Has a class of the demo school take part in a lesson: `node tools/simulate-class.ts --assessment 1 --students 30`.
import { setTimeout as pause } from 'node:timers/promises';
import { createChance } from './simulate-class/chance.ts';
import { giveExtraTime } from './simulate-class/extra-time.ts';
import { readOptions, USAGE } from './simulate-class/options.ts';
import { type Manner, takePart } from './simulate-class/student.ts';

/** Signing in costs the server a slow hash, so only this many do it at a time. */
const TOGETHER = 4;

async function main(): Promise<void> {
  const options = readOptions(process.argv.slice(2));
  const stop = new AbortController();
  process.once('SIGINT', () => stop.abort());
  process.once('SIGTERM', () => stop.abort());
  const limit = setTimeout(() => stop.abort(), options.minutes * 60_000);
  const done = { answers: 0, comments: 0, likes: 0 };
  const present = options.students - options.absent;
  const mannerOf = (number: number): Manner => {
    if (number > present - options.lost) return 'loses connection';
    return number > present - options.lost - options.silent ? 'silent' : 'answers';
  };

  const putBack = options.extraTime > 0 ? await giveExtraTime(options) : null;
  const people: Promise<void>[] = [];
  for (let number = 1; number <= present && !stop.signal.aborted; number += 1) {
    const student = takePart({
      number,
      manner: mannerOf(number),
      options,
      chance: createChance(options.seed * 1000 + number),
      signal: stop.signal,
      onDone: (what) => (done[what] += 1),
    });
    people.push(student.catch((error: unknown) => console.error(`student${number}: ${error instanceof Error ? error.message : String(error)}`)));
    if (number % TOGETHER === 0) await pause(250);
  }
  console.log(`${present} of ${options.students} students are on their way. Ctrl-C ends the class.`);
  const report = setInterval(() => console.log(`${done.answers} answers, ${done.comments} comments, ${done.likes} likes`), 10_000);
  await Promise.all(people);
  clearInterval(report);
  clearTimeout(limit);
  await putBack?.();
  console.log(`The class is over: ${done.answers} answers, ${done.comments} comments, ${done.likes} likes.`);
}

if (process.argv.includes('--help')) console.log(USAGE);
else {
  await main().catch((error: unknown) => {
    console.error(`${error instanceof Error ? error.message : String(error)}\n\n${USAGE}`);
    process.exitCode = 1;
  });
}
