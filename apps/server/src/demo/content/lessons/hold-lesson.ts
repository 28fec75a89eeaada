import type { Form } from '@classwright/contract';
import type { ClassKey } from '../types.ts';
import { chance } from './chance.ts';
import type { PlannedLesson, Stories, TaughtClass, Words } from './plan-types.ts';
import type { DemoLesson, LessonRemark, LessonRow, Speaker } from './types.ts';

const STUDENTS = Array.from({ length: 30 }, (_, index) => index + 1);
const FORMS: readonly Form[] = ['Form - 1A', 'Form - 1B', 'Form - 2'];
const OF_TITLE = /^([A-E*]{1,3}): (.+)$/su;
/** Remarks of others, by their first characters. */
const OF_REMARK = /^(>>|!!|>|!|<) (.+)$/su;

/**
 * One student in a lesson: the letters of the three forms. Null: submitted empty. Undefined: came too late for the
 * form.
 */
interface Place {
  student: number;
  letters: [string | null | undefined, string | null, string | null];
  words: [string, string, string];
}

/** The lesson in which each student last wrote, by number. Students who have been quiet for long write next. */
export type LastWrote = Map<number, number>;

/**
 * Holds a lesson for a class: who was there, what each student chose, and who wrote what. The result is the same at
 * every start.
 */
export function holdLesson(
  { classKey, period, stories }: TaughtClass,
  lesson: PlannedLesson,
  { number, lastWrote }: { number: number; lastWrote: LastWrote },
): DemoLesson {
  const { subject, standard, ages } = lesson.first;
  const late = listLate(stories, lesson);
  const room = choose(classKey, lesson, { stories, late });
  const sayings = new Sayings(lesson, { room, story: stories, number, lastWrote });
  for (const words of lesson.words) sayings.place(words);
  const { title, topic, first, transfer, day } = lesson;
  return {
    title,
    about: lesson.about,
    classKey,
    subject,
    standard,
    ages,
    topic,
    schoolDay: day,
    period,
    first: first.title,
    transfer: transfer.title,
    answers: room.map(toRow),
    late,
    remarks: sayings.remarks,
    likes: sayings.likes,
  };
}

const toRow = ({ student, letters, words }: Place): LessonRow => {
  const [alone, discussed, transfer] = letters.map((letter, form) => `${letter === undefined ? '.' : (letter ?? '-')} ${words[form]}`.trim());
  return [student, alone as string, discussed as string, transfer as string];
};

function isAway({ away, oftenAway }: Stories, { day, title }: PlannedLesson, student: number): boolean {
  if (away?.[0] === student && day >= away[1]) return true;
  return chance(title, student, 'away') < (oftenAway.includes(student) ? 0.3 : 0.05);
}

/** Returns the minutes after the bell by student. Form - 1A is open from the sixth to the thirteenth minute. */
function listLate(stories: Stories, lesson: PlannedLesson): Record<number, number> {
  const late = STUDENTS.filter((student) => chance(lesson.title, student, 'late') < (stories.late.includes(student) ? 0.35 : 0.015));
  return Object.fromEntries(
    late.filter((student) => !isAway(stories, lesson, student)).map((student) => [student, 8 + Math.floor(chance(lesson.title, student, 'minutes') * 8)]),
  );
}

const CLOSED_AT = 13;

/**
 * Returns the letters of the right choice and the wrong ones, with the pull of each wrong one: how often it was argued
 * for.
 */
function toLetters({ choices }: PlannedLesson['first'], spoken: string) {
  const letters = choices.map((_, index) => String.fromCharCode(65 + index));
  const right = letters[choices.findIndex(({ points }) => points === 4)] as string;
  return { right, wrong: letters.filter((letter) => letter !== right).map((letter) => ({ letter, pull: 0.5 + spoken.split(letter).length - 1 })) };
}

function pickWrong(wrong: readonly { letter: string; pull: number }[], dice: number): string {
  let left = dice * wrong.reduce((sum, { pull }) => sum + pull, 0);
  return (wrong.find(({ pull }) => (left -= pull) < 0) ?? wrong[0])?.letter as string;
}

/** Sorts by a number that is computed once for each item, largest first. */
const byMost = <Of>(all: readonly Of[], numberOf: (one: Of) => number): Of[] =>
  all
    .map((one) => [one, numberOf(one)] as const)
    .toSorted(([, one], [, other]) => other - one)
    .map(([one]) => one);

/** Returns the students who are right: the given percentage of the room, the surest first. */
const surest = (room: readonly Place[], percent: number, sureness: (place: Place) => number): Set<Place> =>
  new Set(byMost(room, sureness).slice(0, Math.round((room.length * percent) / 100)));

function choose(classKey: ClassKey, lesson: PlannedLesson, { stories, late }: { stories: Stories; late: Readonly<Record<number, number>> }): Place[] {
  const { title, right, words } = lesson;
  const { misled, stuck, falling, sure = [] } = stories;
  const said = words.map((one) => (typeof one === 'string' ? one : one[0]).match(OF_TITLE)?.[1] ?? '');
  const spokenIn = (form: number): string => said.map((path) => (path.length === form + 1 ? path[form] : '')).join('');
  const [first, transfer] = [toLetters(lesson.first, spokenIn(0)), toLetters(lesson.transfer, spokenIn(2))];
  const room = STUDENTS.filter((student) => !isAway(stories, lesson, student)).map(
    (student): Place => ({ student, letters: [null, null, null], words: ['', '', ''] }),
  );
  // The same students tend to be right in all lessons of a class.
  const knows = ({ student }: Place): number =>
    chance(classKey, student, 'knows') + (sure.includes(student) ? 0.7 : 0) - (falling?.[0] === student && lesson.day >= falling[1] ? 2 : 0);

  const alone = surest(room, right[0], (place) => knows(place) + chance(title, place.student, 'alone') + (misled.includes(place.student) ? 1 : 0));
  const isTalkedOut = (place: Place): boolean => chance(title, place.student, 'talked out') < (misled.includes(place.student) ? 0.6 : 0.04);
  const discussed = surest(room, right[1], (place) =>
    alone.has(place) ? (isTalkedOut(place) ? -5 : 5) : knows(place) + chance(title, place.student, 'convinced'),
  );
  const understood = surest(room, right[2], (place) => {
    const isStuck = stuck.includes(place.student) && chance(title, place.student, 'stuck') < 0.8;
    return (isStuck ? -5 : 0) + (discussed.has(place) ? 0.7 : 0) + knows(place) + chance(title, place.student, 'understood');
  });
  for (const place of room) {
    const { student } = place;
    const wrongAlone = pickWrong(first.wrong, chance(title, student, 'wrong'));
    const stays = !alone.has(place) && chance(title, student, 'stays') < 0.75;
    place.letters = [
      alone.has(place) ? first.right : wrongAlone,
      discussed.has(place) ? first.right : stays ? wrongAlone : pickWrong(first.wrong, chance(title, student, 'other wrong')),
      understood.has(place) ? transfer.right : pickWrong(transfer.wrong, chance(title, student, 'wrong in transfer')),
    ];
    if ((late[student] ?? 0) >= CLOSED_AT) place.letters[0] = undefined;
    // Some students have not chosen when the time ends.
    for (const form of [0, 1, 2] as const) if (place.letters[form] !== undefined && chance(title, student, form, 'empty') < 0.012) place.letters[form] = null;
  }
  return room;
}

interface Talk {
  room: Place[];
  story: Stories;
  number: number;
  lastWrote: LastWrote;
}

/**
 * Assigns what was written in a lesson to students with matching choices. Students who have written least lately come
 * first.
 */
class Sayings {
  readonly remarks: LessonRemark[] = [];
  readonly likes: (readonly [form: Form, of: number, by: readonly Speaker[]])[] = [];
  readonly #lesson: PlannedLesson;
  readonly #talk: Talk;

  constructor(lesson: PlannedLesson, talk: Talk) {
    this.#lesson = lesson;
    this.#talk = talk;
  }

  place(words: Words): void {
    const [said, ...remarks] = typeof words === 'string' ? [words] : words;
    const [, path, text] = (said.match(OF_TITLE) ?? []) as [string, string, string];
    const form = (path.length - 1) as 0 | 1 | 2;
    const author = this.#findAuthor(path, form);
    for (const [index, letter] of [...path].entries()) if (letter !== '*') author.letters[index as 0 | 1 | 2] = letter;
    author.words[form] = text;
    this.#note(author.student);
    this.#remark(author, form, remarks);
    this.#like(author, form);
  }

  /** Finds a student whose choices match the path and who has not written in its form, or else the nearest match. */
  #findAuthor(path: string, form: 0 | 1 | 2): Place {
    const steps = [...path];
    const fits = ({ letters }: Place): number => steps.filter((letter, index) => letter === '*' || letters[index] === letter).length;
    const free = this.#talkative().filter(
      ({ letters, words }) =>
        words[form] === '' &&
        steps.every((letter, index) => letter === '*' || letters[index] !== undefined) &&
        letters[form] !== null &&
        letters[form] !== undefined,
    );
    // Everything except the path counts less than one step of it.
    return byMost(free, (place) => 100 * fits(place) + this.#rest(place))[0] as Place;
  }

  #talkative = (): Place[] => this.#talk.room.filter(({ student }) => !this.#talk.story.silent.includes(student));

  /** Returns the number of lessons in which the student has written nothing. */
  #rest = ({ student }: Place): number => this.#talk.number - (this.#talk.lastWrote.get(student) ?? 0) + chance(this.#lesson.title, student, 'turn');

  #note = (student: number): void => void this.#talk.lastWrote.set(student, this.#talk.number);

  #remark(author: Place, form: 0 | 1 | 2, lines: readonly string[]): void {
    const spoken = new Set([author.student]);
    const speak = (): number => {
      const [classmate] = byMost(
        this.#talkative().filter(({ student }) => !spoken.has(student)),
        this.#rest,
      ) as [Place];
      spoken.add(classmate.student);
      this.#note(classmate.student);
      return classmate.student;
    };
    for (const line of lines) {
      const [, sign, text] = (line.match(OF_REMARK) ?? []) as [string, string, string];
      const by: Speaker = sign === '<' ? author.student : sign.startsWith('!') ? 'teacher' : speak();
      const last = this.remarks.at(-1);
      if (sign === '>' || sign === '!') this.remarks.push({ form: FORMS[form] as Form, of: author.student, by, text, replies: [] });
      else if (last) this.remarks.splice(-1, 1, { ...last, replies: [...(last.replies ?? []), [by, text]] });
    }
  }

  /** Adds likes: many for a few posts, and one or none for most. */
  #like({ student }: Place, form: 0 | 1 | 2): void {
    const { title } = this.#lesson;
    const count = Math.floor(chance(title, student, form, 'likes') ** 2 * 6);
    const readers = byMost(
      this.#talk.room.filter((place) => place.student !== student),
      (place) => chance(title, student, form, place.student),
    ).slice(0, count);
    const by: Speaker[] = readers.map((place) => place.student);
    if (chance(title, student, form, 'teacher likes') < 0.2) by.push('teacher');
    if (by.length > 0) this.likes.push([FORMS[form] as Form, student, by]);
  }
}
