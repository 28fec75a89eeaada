import { type Chance, createChance } from '../simulate-class/chance.ts';

/** The faults that a storm can have. */
export const FAULT_KINDS = [
  'cut',
  'delay',
  'black-hole',
  'lost-answers',
  'repeat',
  'reorder',
  'kill-web',
  'kill-webs',
  'kill-jobs',
  'database-immediate-stop',
  'database-frozen',
  'process-clock',
  'bad-frames',
  'silent-readers',
  'herd',
] as const;
export type FaultKind = (typeof FAULT_KINDS)[number];

export interface Fault {
  kind: FaultKind;
  /** The time after the first form has opened. */
  atMs: number;
  forMs: number;
  /** The share of phones whose lines are affected. */
  share: number;
  /** Selects one of two processes, or the sign of a clock's offset. */
  side: 0 | 1;
}

/** A student's acts in one form. Times are after its opening. */
export interface Turn {
  typesAtMs: number;
  /** One of the four choices; null for text only, which is not submitted. */
  choice: number | null;
  /** The number of successive drafts. */
  words: number;
  isCensored: boolean;
  /** Null: it stays a draft. */
  submitsAtMs: number | null;
  afterwards: 'stays' | 'reloads' | 'closes';
}

export interface Remark {
  form: number;
  atMs: number;
  kind: 'like' | 'comment' | 'reply';
}

export interface Script {
  arrivesAtMs: number;
  /** The offset of the phone's own clock. */
  clockMs: number;
  turns: Turn[];
  remarks: Remark[];
  /** Signs in on a second device. */
  movesAt: { form: number; atMs: number } | null;
  /** The teacher removes the student from the class. */
  leavesAt: { form: number; atMs: number } | null;
}

export interface Plan {
  seed: number;
  /** The bus between processes. */
  bus: 'database' | 'redis';
  scripts: Script[];
  faults: Fault[];
  /** The time that a form stays open. */
  formMs: number;
  /** The form that ends by its deadline; null when the teacher closes all of them. */
  runsOut: number | null;
  /** True when the teacher reveals the right answer to the first question after Form - 1B. */
  reveals: boolean;
  /** The form in which the teacher cancels; null when the lesson is finished. */
  cancelsIn: number | null;
  /** The form that the teacher closes by hand before the next step; null for none. */
  closesIn: number | null;
  /** The form after which the teacher ends the lesson early; null when all forms are asked. */
  endsIn: number | null;
}

const FORMS = 3;
const HOUR_MS = 3_600_000;

/** The weight of each kind in the draw. Expensive ones are rare. */
const WEIGHTS: Readonly<Record<FaultKind, number>> = {
  cut: 12,
  delay: 8,
  'black-hole': 8,
  'lost-answers': 10,
  repeat: 8,
  reorder: 8,
  'kill-web': 8,
  'kill-webs': 4,
  'kill-jobs': 3,
  'database-immediate-stop': 5,
  'database-frozen': 5,
  'process-clock': 6,
  'bad-frames': 4,
  'silent-readers': 4,
  herd: 1,
};

/** Returns a storm's plan, which follows entirely from its seed. */
export function makePlan(seed: number): Plan {
  const chance = createChance(Math.imul(seed, 0x9e3779b1));
  const upTo = (most: number): number => Math.floor(chance.next() * most);
  const students = chance.often(0.04) ? 100 + upTo(201) : 30 + upTo(31);
  const formMs = 1_100 + upTo(500);
  const scripts = Array.from({ length: students }, () => makeScript(chance, formMs));
  const special = (): Script => chance.pick(scripts);
  const inAForm = () => ({ form: upTo(FORMS), atMs: 200 + upTo(formMs - 400) });
  if (chance.often(0.2)) special().movesAt = inAForm();
  const leaver = special();
  if (chance.often(0.2) && leaver.movesAt === null) leaver.leavesAt = inAForm();
  return {
    seed,
    bus: seed % 8 === 7 ? 'redis' : 'database',
    scripts,
    faults: Array.from({ length: 1 + upTo(4) }, () => makeFault(chance, formMs)),
    formMs,
    runsOut: chance.often(0.3) ? upTo(FORMS) : null,
    reveals: chance.often(0.3),
    cancelsIn: chance.often(0.08) ? upTo(FORMS) : null,
    closesIn: chance.often(0.4) ? upTo(FORMS) : null,
    endsIn: chance.often(0.08) ? upTo(FORMS - 1) : null,
  };
}

function makeScript(chance: Chance, formMs: number): Script {
  const upTo = (most: number): number => Math.floor(chance.next() * most);
  const turns = Array.from({ length: FORMS }, (): Turn => {
    const typesAtMs = upTo(formMs * 0.6);
    const choice = chance.often(0.93) ? upTo(4) : null;
    return {
      typesAtMs,
      choice,
      words: upTo(3),
      isCensored: chance.often(0.05),
      submitsAtMs: choice !== null && chance.often(0.8) ? typesAtMs + 30 + upTo(formMs * 0.5) : null,
      afterwards: chance.often(0.06) ? 'closes' : chance.often(0.06) ? 'reloads' : 'stays',
    };
  });
  const remarks = Array.from(
    { length: chance.often(0.3) ? 1 + upTo(2) : 0 },
    (): Remark => ({
      form: upTo(FORMS),
      atMs: formMs * 0.5 + upTo(formMs * 0.5),
      kind: chance.pick(['like', 'like', 'comment', 'reply']),
    }),
  );
  const clockMs = chance.often(0.05) ? (chance.often(0.5) ? HOUR_MS : -HOUR_MS) : 0;
  return { arrivesAtMs: upTo(400), clockMs, turns, remarks, movesAt: null, leavesAt: null };
}

function makeFault(chance: Chance, formMs: number): Fault {
  const drawn = chance.next() * Object.values(WEIGHTS).reduce((sum, weight) => sum + weight, 0);
  let sum = 0;
  const kind = FAULT_KINDS.find((one) => (sum += WEIGHTS[one]) > drawn) ?? 'cut';
  return {
    kind,
    atMs: 100 + Math.floor(chance.next() * (FORMS * formMs - 300)),
    forMs: 200 + Math.floor(chance.next() * 1_300),
    share: chance.pick([0.1, 0.3, 0.6, 1]),
    side: chance.often(0.5) ? 1 : 0,
  };
}

/** Describes a plan in one line, for people who look at a failed seed. */
export function describePlan({ scripts, faults, bus, formMs, runsOut, reveals, cancelsIn, closesIn, endsIn }: Plan): string {
  const parts = [
    `${scripts.length} phones`,
    `forms of ${formMs} ms`,
    ...(bus === 'redis' ? ['over Redis'] : []),
    ...(runsOut === null ? [] : [`time of form ${runsOut + 1} runs out`]),
    ...(reveals ? ['correctness revealed'] : []),
    ...(cancelsIn === null ? [] : [`canceled in form ${cancelsIn + 1}`]),
    ...(closesIn === null ? [] : [`form ${closesIn + 1} closed by hand`]),
    ...(endsIn === null ? [] : [`ended after form ${endsIn + 1}`]),
    ...scripts.flatMap(({ movesAt, leavesAt }, at) => [
      ...(movesAt ? [`phone ${at} moves in form ${movesAt.form + 1} at ${movesAt.atMs}`] : []),
      ...(leavesAt ? [`phone ${at} is removed in form ${leavesAt.form + 1} at ${leavesAt.atMs}`] : []),
    ]),
    ...faults.map(({ kind, atMs, forMs, share, side }) => `${kind} at ${atMs} for ${forMs} (${share}, ${side})`),
  ];
  return parts.join('; ');
}
