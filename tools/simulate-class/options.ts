import { parseArgs } from 'node:util';

/** The behavior of the simulated class. */
export interface Options {
  url: string;
  /** The lesson. Null: the one that the teacher of the demo school runs, otherwise the next one. */
  assessment: number | null;
  /** The number of the demo's students in the room: student1 … studentN. */
  students: number;
  /** The last of them: some never come, some come and never answer, some lose their connection. */
  absent: number;
  silent: number;
  lost: number;
  /** The first of them, who have this many percent more time and answer after the class's deadline. */
  extraTime: number;
  percent: number;
  /** The person who gives it to them. */
  staff: string;
  /** The seconds after a form's opening within which the answers arrive. */
  spreadSeconds: number;
  /**
   * The letters of the right choices of both questions. Students cannot know them, and a class that only guesses is not
   * realistic.
   */
  right: readonly [string, string];
  seed: number;
  password: string;
  /** The time after which it ends automatically. */
  minutes: number;
}

export const USAGE = `Lets a class take part in a lesson of the demo school, as thirty phones would.

  npm run classroom -- --students 30
  npm run classroom -- --url http://127.0.0.1:3000 --assessment 1 --students 30

  Without --assessment they come to the lesson that the demo's teacher runs, or is to run next.

  --absent 2 --silent 3 --lost 1   of the students: do not come, come and do not answer, lose their connection
  --extra-time 2 --percent 50      the first students have extra time and answer when the class's is over
  --staff admin@demo.school         who gives it to them; at the end they have again what they had
  --spread 40                      seconds within which the answers of a form come in
  --right A,C                      letters of the right choices of the two questions
  --seed 1  --minutes 30           the same class again; when to stop at the latest

Only for a server on this machine. Start the lesson as its teacher in a browser, before or after this. On the
teacher's own screen, "Bring a simulated class" does the same without a command.`;

export const studentEmail = (number: number): string => `student${number}@demo.school`;

const LOOPBACK = /^(127(\.\d{1,3}){3}|localhost|\[::1\])$/;

/** The options of a class that knows its lesson. */
export type LessonOptions = Options & { assessment: number };

/** Parses the options. @throws a sentence that names the wrong option. */
export function readOptions(args: string[]): Options {
  const { values } = parseArgs({
    args,
    options: {
      url: { type: 'string', default: 'http://127.0.0.1:3000' },
      assessment: { type: 'string' },
      students: { type: 'string', default: '30' },
      absent: { type: 'string', default: '2' },
      silent: { type: 'string', default: '3' },
      lost: { type: 'string', default: '1' },
      'extra-time': { type: 'string', default: '0' },
      percent: { type: 'string', default: '50' },
      staff: { type: 'string', default: 'admin@demo.school' },
      spread: { type: 'string', default: '40' },
      right: { type: 'string', default: 'A,C' },
      seed: { type: 'string', default: '1' },
      password: { type: 'string', default: 'classwright-demo' },
      minutes: { type: 'string', default: '30' },
    },
  });
  const whole = (name: string, text: string | undefined, least: number, most: number): number => {
    const value = Number(text);
    if (!Number.isInteger(value) || value < least || value > most) throw new Error(`--${name} must be a whole number from ${least} to ${most}.`);
    return value;
  };
  const url = new URL(values.url);
  if (!LOOPBACK.test(url.hostname)) throw new Error('--url must be a server on this machine: a simulated class would disturb a real one.');
  const [first = 'A', second = first] = values.right.toUpperCase().split(',');
  const students = whole('students', values.students, 1, 120);
  return {
    url: url.origin,
    assessment: values.assessment === undefined ? null : whole('assessment', values.assessment, 1, Number.MAX_SAFE_INTEGER),
    students,
    absent: whole('absent', values.absent, 0, students),
    silent: whole('silent', values.silent, 0, students),
    lost: whole('lost', values.lost, 0, students),
    extraTime: whole('extra-time', values['extra-time'], 0, students),
    percent: whole('percent', values.percent, 1, 1000),
    staff: values.staff,
    spreadSeconds: whole('spread', values.spread, 1, 600),
    right: [first, second],
    seed: whole('seed', values.seed, 0, 2 ** 31),
    password: values.password,
    minutes: whole('minutes', values.minutes, 1, 180),
  };
}
