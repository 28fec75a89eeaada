import { type Chance, createChance } from '../simulate-class/chance.ts';
import type { DiskFault } from './disk.ts';

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

/** A time after the opening of a form. */
export interface Moment {
  form: number;
  atMs: number;
}

/** A post or comment that the teacher hides, and the way in which it comes back. */
export interface Hiding extends Moment {
  what: 'post' | 'comment';
  ending: 'rewritten' | 'shown-again' | 'stays';
}

export interface Script {
  arrivesAtMs: number;
  /** The offset of the phone's own clock. */
  clockMs: number;
  /** The fault of the first phone's own storage; null for none. */
  disk: DiskFault | null;
  turns: Turn[];
  remarks: Remark[];
  /** Asks the teacher in private. */
  asksAt: Moment | null;
  /** Comes in with the code of the lesson, and has a seat in place of a sign-in. */
  hasSeat: boolean;
  /** The teacher sends the phone out of its seat. It takes the seat again. */
  sentOutAt: Moment | null;
  /** Signs in on a second device; with a seat, a second phone asks for the seat. */
  movesAt: Moment | null;
  /** The teacher removes the student from the class. */
  leavesAt: Moment | null;
}

export type Bus = 'database' | 'redis' | 'nats';

export interface Plan {
  seed: number;
  /** The bus between processes. */
  bus: Bus;
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
  /** The groups after Form - 1A; null for none. `publishes`: before the next step, or at the same moment. */
  pairs: { isDragged: boolean; publishes: 'before' | 'during' } | null;
  /** The form after which the class votes between two reasons; null for none. */
  votesAfter: number | null;
  hidings: Hiding[];
  /** The number of screens on the wall. */
  walls: number;
  /** The teacher chooses what the walls show, also while the lesson goes on. */
  choosesWallAt: Moment[];
  /** A rehearsal while the lesson runs, with the times after its first form opened. */
  rehearsal: { makesAtMs: number; removesAtMs: number } | null;
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
  drawDisks(seed, scripts);
  return {
    seed,
    bus: seed % 8 === 7 ? 'redis' : seed % 8 === 3 ? 'nats' : 'database',
    scripts,
    faults: Array.from({ length: 1 + upTo(4) }, () => makeFault(chance, formMs)),
    formMs,
    runsOut: chance.often(0.3) ? upTo(FORMS) : null,
    reveals: chance.often(0.3),
    cancelsIn: chance.often(0.08) ? upTo(FORMS) : null,
    closesIn: chance.often(0.4) ? upTo(FORMS) : null,
    endsIn: chance.often(0.08) ? upTo(FORMS - 1) : null,
    ...drawTurn(seed, scripts, formMs),
  };
}

/** Draws the rest of a lesson from numbers of its own, so that a seed keeps the faults that it had before. */
function drawTurn(
  seed: number,
  scripts: readonly Script[],
  formMs: number,
): Pick<Plan, 'pairs' | 'votesAfter' | 'hidings' | 'walls' | 'choosesWallAt' | 'rehearsal'> {
  const chance = createChance(Math.imul(seed, 0x85ebca6b));
  const upTo = (most: number): number => Math.floor(chance.next() * most);
  const moment = (): Moment => ({ form: upTo(FORMS), atMs: 200 + upTo(formMs - 200) });
  const some = (share: number, most: number): number => (chance.often(share) ? 1 + upTo(most) : 0);
  const seats = chance.often(0.4) ? 0.3 : 0;
  for (const script of scripts) {
    script.hasSeat = chance.often(seats) && script.leavesAt === null;
    const leaves = script.hasSeat ? chance.next() : 1;
    if (leaves < 0.15) script.sentOutAt = moment();
    else if (leaves < 0.3) script.movesAt = moment();
    if (chance.often(0.05)) script.asksAt = moment();
  }
  return {
    pairs: chance.often(0.4) ? { isDragged: chance.often(0.6), publishes: chance.often(0.6) ? 'before' : 'during' } : null,
    votesAfter: chance.often(0.4) ? upTo(FORMS) : null,
    hidings: Array.from({ length: some(0.4, 3) }, () => ({
      ...moment(),
      what: chance.often(0.7) ? ('post' as const) : ('comment' as const),
      ending: chance.pick(['rewritten', 'rewritten', 'shown-again', 'stays'] as const),
    })),
    walls: some(0.4, 2),
    choosesWallAt: Array.from({ length: some(0.4, 4) }, moment),
    rehearsal: chance.often(0.25) ? { makesAtMs: 200 + upTo(formMs), removesAtMs: 1_500 + upTo(2 * formMs) } : null,
  };
}

/** The longest time in which a phone's database opens: longer than pages wait for it. */
const MAX_OPENING_MS = 5_500;
const MAX_WRITES = 8;
const MAX_TRANSACTIONS = 40;
/** The share of `stuck` among these faults: each takes a page ten seconds. */
const STUCK_SHARE = 0.1;

/** Gives the storage of some phones of some lessons a fault, from numbers of its own as well. */
function drawDisks(seed: number, scripts: readonly Script[]): void {
  const chance = createChance(Math.imul(seed, 0xc2b2ae35));
  const upTo = (most: number): number => Math.floor(chance.next() * most);
  if (!chance.often(0.4)) return;
  for (const script of scripts)
    if (chance.often(0.15))
      script.disk = chance.often(STUCK_SHARE)
        ? { kind: 'stuck', afterTransactions: upTo(MAX_TRANSACTIONS) }
        : chance.pick<() => DiskFault>([
            () => ({ kind: 'slow', opensAfterMs: upTo(MAX_OPENING_MS) }),
            () => ({ kind: 'full', afterWrites: upTo(MAX_WRITES) }),
            () => ({ kind: 'lost', closesAfterMs: 100 + upTo(1_500) }),
          ])();
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
  return { arrivesAtMs: upTo(400), clockMs, disk: null, turns, remarks, asksAt: null, hasSeat: false, sentOutAt: null, movesAt: null, leavesAt: null };
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
export function describePlan(plan: Plan): string {
  const { scripts, faults, bus, formMs, runsOut, reveals, cancelsIn, closesIn, endsIn, pairs, votesAfter, hidings, walls, rehearsal } = plan;
  const seats = scripts.filter(({ hasSeat }) => hasSeat).length;
  const disks = scripts.flatMap(({ disk }, at) => (disk ? [`phone ${at} has a disk that is ${disk.kind}`] : []));
  const parts = [
    `${scripts.length} phones`,
    `forms of ${formMs} ms`,
    ...(bus === 'database' ? [] : [bus === 'redis' ? 'over Redis' : 'over NATS']),
    ...(runsOut === null ? [] : [`time of form ${runsOut + 1} runs out`]),
    ...(reveals ? ['correctness revealed'] : []),
    ...(cancelsIn === null ? [] : [`canceled in form ${cancelsIn + 1}`]),
    ...(closesIn === null ? [] : [`form ${closesIn + 1} closed by hand`]),
    ...(endsIn === null ? [] : [`ended after form ${endsIn + 1}`]),
    ...(pairs === null ? [] : [`groups${pairs.isDragged ? ', dragged' : ''}, published ${pairs.publishes} the next step`]),
    ...(votesAfter === null ? [] : [`a vote after form ${votesAfter + 1}`]),
    ...(hidings.length === 0 ? [] : [`${hidings.length} texts hidden`]),
    ...(walls === 0 ? [] : [`${walls} walls`]),
    ...(seats === 0 ? [] : [`${seats} seats`]),
    ...(rehearsal === null ? [] : [`a rehearsal from ${rehearsal.makesAtMs} to ${rehearsal.removesAtMs}`]),
    ...scripts.flatMap(({ movesAt, leavesAt }, at) => [
      ...(movesAt ? [`phone ${at} moves in form ${movesAt.form + 1} at ${movesAt.atMs}`] : []),
      ...(leavesAt ? [`phone ${at} is removed in form ${leavesAt.form + 1} at ${leavesAt.atMs}`] : []),
    ]),
    ...disks,
    ...faults.map(({ kind, atMs, forMs, share, side }) => `${kind} at ${atMs} for ${forMs} (${share}, ${side})`),
  ];
  return parts.join('; ');
}
