// `npm run classroom` has a class of the demo school take part in a lesson: `npm run classroom -- --students 30`.
import { setTimeout as pause } from 'node:timers/promises';
import { createChance } from './simulate-class/chance.ts';
import { giveExtraTime } from './simulate-class/extra-time.ts';
import type { liveLessons } from '@classwright/contract';
import { signIn } from './simulate-class/client.ts';
import { type Options, readOptions, USAGE } from './simulate-class/options.ts';
import { type Manner, takePart } from './simulate-class/student.ts';

/** Signing in costs the server a slow hash, so only this many do it at a time. */
const TOGETHER = 4;

/** Returns the lesson that the demo's teacher runs now, otherwise the next one. @throws when there is none */
async function findLesson(options: Options): Promise<number> {
  const { call } = await signIn(options, 'teacher@demo.school', 'simulated-teacher');
  const { data } = await call<typeof liveLessons>('GET', '/live/learning/lessons', { query: { per_page: 10 } });
  const lesson = data.find(({ status, running }) => running || status !== 'finished');
  if (!lesson) throw new Error('The demo teacher has no lesson left to run. Say which one: --assessment 1');
  console.log(`They come to "${lesson.title}".`);
  return lesson.assessment_id;
}

async function main(): Promise<void> {
  const asked = readOptions(process.argv.slice(2));
  const options = { ...asked, assessment: asked.assessment ?? (await findLesson(asked)) };
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
