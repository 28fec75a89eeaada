/**
 * A simulated class in a lesson: who comes when, what each answers, whom each talks to, and what the talk
 * changes. Pure: everything follows from the seed, so a process that takes over goes on where another one stopped. All
 * times are seconds of lesson time after the opening of the form; a class at speed 8 takes an eighth of them.
 */
import type { Form } from '../live/forms.ts';

/** The sizes of a simulated class, and its speeds: how many seconds of lesson time pass in a second. */
export const SIMULATED_SIZES = { least: 8, most: 60 } as const;
export const SIMULATED_SPEEDS = [1, 4, 8] as const;
export type SimulatedSpeed = (typeof SIMULATED_SPEEDS)[number];

/** The seconds of lesson time in which the class arrives. */
const ARRIVAL_SECONDS = 20;
/** The median time that a student thinks, in seconds of lesson time. */
const MEDIAN_SECONDS = 40;
/** The shares of choices from right to wrong of a question without a history. Further choices share the rest. */
const USUAL_SHARES = [0.45, 0.3, 0.15, 0.1] as const;
/** The shares in which talking to somebody who is right makes somebody right, and talking to somebody who is wrong loses it. */
export const TALK = { convinces: 0.6, misleads: 0.08 } as const;

/**
 * `answers`: the usual way. `drafts`: writes and never sends. `drops`: loses the line after Form - 1A has opened and
 * comes back. `late`: arrives when others have answered. `absent`: never comes.
 */
export type Manner = 'answers' | 'drafts' | 'drops' | 'late' | 'absent';

/** Returns a number from 0 up to 1 that looks random and is the same for the same arguments. */
export function chanceOf(...asked: readonly (string | number)[]): number {
  const text = asked.join('|');
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return ((hash ^ (hash >>> 16)) >>> 0) / 0x1_0000_0000;
}

/** Returns items in an order that the seed decides. */
function shuffle<T>(items: readonly T[], ...seed: readonly (string | number)[]): T[] {
  return items
    .map((item, index) => ({ item, at: chanceOf(...seed, index) }))
    .sort((a, b) => a.at - b.at)
    .map(({ item }) => item);
}

/** Returns the way of each student: three write only drafts, one loses the line, two come late, one stays away. */
export function listManners(seed: number, size: number): Manner[] {
  const drafts = size < 16 ? 1 : 3;
  const special: Manner[] = [...Array<Manner>(drafts).fill('drafts'), 'drops', 'late', 'late', 'absent'];
  const manners: Manner[] = Array.from({ length: size }, (_, index) => special[index] ?? 'answers');
  return shuffle(manners, seed, 'manner');
}

/** Returns when a student comes, after the lesson has begun; null for somebody who stays away. */
export function computeArrival(seed: number, student: number, manner: Manner): number | null {
  if (manner === 'absent') return null;
  const share = chanceOf(seed, student, 'arrives');
  return manner === 'late' ? ARRIVAL_SECONDS * (2 + 2 * share) : ARRIVAL_SECONDS * share;
}

/** Returns how long a student thinks about a form: log-normal around the median, from 6 seconds to 4 minutes. */
export function computeThinking(seed: number, student: number, form: Form): number {
  const [first, second] = [Math.max(1e-9, chanceOf(seed, student, form, 'thinks')), chanceOf(seed, student, form, 'thinks too')];
  const normal = Math.sqrt(-2 * Math.log(first)) * Math.cos(2 * Math.PI * second);
  return Math.min(240, Math.max(6, MEDIAN_SECONDS * Math.exp(0.5 * normal)));
}

/** A choice of a question. `chosen`: how many chose it alone in past lessons. */
export interface Choice {
  id: number;
  isRight: boolean;
  chosen: number;
}

/** The number of past answers from which a question's own history counts. */
const ENOUGH_HISTORY = 10;

/** Returns the share of each choice, as past lessons went, otherwise as usual from right to wrong; their sum is 1. */
export function computeShares(choices: readonly Choice[]): number[] {
  const past = choices.reduce((sum, { chosen }) => sum + chosen, 0);
  if (past >= ENOUGH_HISTORY) return choices.map(({ chosen }) => chosen / past);
  const inOrder = [...choices].sort((a, b) => Number(b.isRight) - Number(a.isRight));
  const weightOf = (choice: Choice): number => USUAL_SHARES[inOrder.indexOf(choice)] ?? 0.02;
  const total = choices.reduce((sum, choice) => sum + weightOf(choice), 0);
  return choices.map((choice) => weightOf(choice) / total);
}

/** Returns the choice of somebody who thinks alone; null when the question has none. */
export function chooseAlone(seed: number, student: number, form: Form, choices: readonly Choice[]): Choice | null {
  const shares = computeShares(choices);
  let left = chanceOf(seed, student, form, 'chooses');
  for (const [index, choice] of choices.entries()) {
    left -= shares[index] ?? 0;
    if (left < 0) return choice;
  }
  return choices.at(-1) ?? null;
}

/** An answer given alone: the student's number and the choice; null for no choice. */
export interface ChosenAlone {
  student: number;
  choice: Choice | null;
}

/**
 * Returns whom each talks to: somebody who chose differently as far as that goes. Of an odd number the last one listens
 * to the first pair.
 */
export function choosePartners(seed: number, answers: readonly ChosenAlone[]): Map<number, number> {
  const groups = new Map<number | null, ChosenAlone[]>();
  for (const answer of shuffle(answers, seed, 'partners')) {
    const key = answer.choice?.id ?? null;
    groups.set(key, [...(groups.get(key) ?? []), answer]);
  }
  // Sorted by group and split in the middle: people who stand opposite chose differently wherever no group is a majority.
  const inLine = [...groups.values()].sort((a, b) => b.length - a.length).flat();
  const half = Math.floor(inLine.length / 2);
  const partners = new Map<number, number>();
  for (let index = 0; index < half; index += 1) {
    const [one, other] = [inLine[index] as ChosenAlone, inLine[index + Math.ceil(inLine.length / 2)] as ChosenAlone];
    partners.set(one.student, other.student).set(other.student, one.student);
  }
  const alone = inLine.find(({ student }) => !partners.has(student));
  const first = inLine[0];
  if (alone && first && alone !== first) partners.set(alone.student, first.student);
  return partners;
}

/**
 * Returns the choices in Form - 1B of a class that has talked, by student. Of those who were wrong and talked to somebody
 * who was right, `TALK.convinces` are convinced: the seed decides who, and every class has as many, so that nobody's first
 * rehearsal shows a class that did not move. Without a partner the own choice stays.
 */
export function chooseAfterTalk(seed: number, answers: readonly ChosenAlone[], partnerOf: (student: number) => number | undefined): Map<number, Choice | null> {
  const choiceOf = new Map(answers.map(({ student, choice }) => [student, choice]));
  const heard = (student: number): Choice | null => choiceOf.get(partnerOf(student) ?? -1) ?? null;
  const chance = (student: number): number => chanceOf(seed, student, 'talks');
  const listening = answers
    .filter(({ student, choice }) => choice?.isRight === false && heard(student)?.isRight)
    .sort((a, b) => chance(a.student) - chance(b.student));
  const convinced = new Set(listening.slice(0, Math.round(TALK.convinces * listening.length)).map(({ student }) => student));
  return new Map(
    answers.map(({ student, choice }) => {
      const partner = heard(student);
      const isMisled = choice?.isRight && partner?.isRight === false && chance(student) < TALK.misleads;
      return [student, partner && (!choice || isMisled || convinced.has(student)) ? partner : choice];
    }),
  );
}

/** One thing that a student does in a form. `send` and `draft` carry the answer; the others need what others wrote. */
export type Act = 'draft' | 'send' | 'like' | 'comment' | 'ask';

/** The students who ask the teacher something after their first answer. */
const ASKING: readonly number[] = [2, 5];
export interface PlannedAct {
  act: Act;
  /** Seconds of lesson time after the opening of the form. */
  at: number;
}

/** Returns what a student does in a form, in order; nothing for somebody who stays away. */
export function planForm(seed: number, student: number, manner: Manner, form: Form): PlannedAct[] {
  if (manner === 'absent') return [];
  const isFirst = form === 'Form - 1A';
  const arrives = isFirst ? (computeArrival(seed, student, manner) ?? 0) : 0;
  const thinks = computeThinking(seed, student, form);
  const draft: PlannedAct = { act: 'draft', at: arrives + thinks * 0.5 };
  if (manner === 'drafts') return [draft];
  const away = manner === 'drops' && isFirst ? 25 : 0;
  const send: PlannedAct = { act: 'send', at: arrives + thinks + away };
  const acts: PlannedAct[] = [draft, send];
  if (chanceOf(seed, student, form, 'likes') < 0.5) acts.push({ act: 'like', at: send.at + 5 + 40 * chanceOf(seed, student, form, 'likes when') });
  if (chanceOf(seed, student, form, 'comments') < 0.2) acts.push({ act: 'comment', at: send.at + 10 + 60 * chanceOf(seed, student, form, 'comments when') });
  if (isFirst && ASKING.includes(student)) acts.push({ act: 'ask', at: send.at + 8 });
  return acts;
}
