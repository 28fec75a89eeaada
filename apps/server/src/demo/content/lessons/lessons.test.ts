import { describe, expect, test } from 'vitest';
import { classes, type DemoLesson, listLessons, readBank } from '../index.ts';
import { readJson } from '../read.ts';
import { chance } from './chance.ts';
import type { Stories } from './plan-types.ts';

interface Plan {
  stories: Stories;
  lessons: { title: string; first: string; transfer: string }[];
}
const plans = new Map(classes.map(({ key }) => [key, readJson<Plan>(`plans/${key}.json`)]));
const planned = [...plans.values()].flatMap((plan) => plan.lessons);
const titles = new Set(planned.flatMap(({ first, transfer }) => [first, transfer]));
const bank = await readBank();
const questions = new Map(bank.filter(({ title }) => titles.has(title)).map((question) => [question.title, question]));
const all = listLessons(bank);
const lessons = all.filter(({ first }) => questions.has(first));
const lettersOf = ({ answers }: DemoLesson, form: 1 | 2 | 3): string[] => answers.map((row) => row[form].split(' ')[0] as string);
const wordsOf = ({ answers }: DemoLesson): string[] =>
  answers.flatMap(([, ...said]) => said.map((one) => one.split(' ').slice(1).join(' '))).filter((words) => words !== '');
const percentRight = (lesson: DemoLesson, form: 1 | 2 | 3): number => {
  const index = questions.get(form === 3 ? lesson.transfer : lesson.first)?.choices.findIndex(({ points }) => points === 4) as number;
  const letters = lettersOf(lesson, form);
  return (100 * letters.filter((letter) => letter === String.fromCharCode(65 + index)).length) / letters.length;
};

test('chance is even and the same at every start', () => {
  const dice = Array.from({ length: 10_000 }, (_, index) => chance('a lesson', index, 'alone'));
  for (let tenth = 0; tenth < 10; tenth += 1) {
    const count = dice.filter((one) => Math.floor(one * 10) === tenth).length;
    expect(count).toBeGreaterThan(900);
    expect(count).toBeLessThan(1100);
  }
  expect(chance('One more path', 7, 'alone')).toBe(chance('One more path', 7, 'alone'));
  expect(chance('One more path', 7, 'alone')).not.toBe(chance('One more path', 7, 'stays'));
});

test('right choices stand in every place', () => {
  const places = [...questions.values()].map(({ choices }) => choices.findIndex(({ points }) => points === 4));
  for (const place of [0, 1, 2, 3]) expect(places.filter((one) => one === place).length).toBeGreaterThan(places.length / 10);
});

test('nobody says in one lesson what was said in another, and nobody says much the same twice', () => {
  const said = all.flatMap((lesson) => [
    ...wordsOf(lesson).filter((words) => words.length > 30),
    ...lesson.remarks.flatMap(({ text, replies = [] }) => [text, ...replies.map(([, reply]) => reply)]).filter((words) => words.length > 30),
  ]);
  expect(said.length).toBeGreaterThan(600);
  expect(said.filter((words, index) => said.indexOf(words) !== index)).toEqual(said.filter((words) => words.startsWith('Same voltage, same lamp')).slice(1, 2));
});

describe.each(lessons.map((lesson) => [`${lesson.classKey}: ${lesson.title}`, lesson] as const))('%s', (_, lesson) => {
  test('goes as such lessons go: half alone, more after the discussion, the transfer between', () => {
    const [alone, discussed, transfer] = [percentRight(lesson, 1), percentRight(lesson, 2), percentRight(lesson, 3)];
    expect(alone).toBeGreaterThanOrEqual(33);
    expect(alone).toBeLessThanOrEqual(62);
    expect(discussed).toBeGreaterThanOrEqual(62);
    expect(discussed).toBeLessThanOrEqual(87);
    expect(discussed - alone).toBeGreaterThan(15);
    expect(transfer).toBeGreaterThan(alone);
    expect(transfer).toBeLessThan(discussed);
  });

  test('has everybody once, a few away, and letters that the questions have', () => {
    expect(new Set(lesson.answers.map(([student]) => student)).size).toBe(lesson.answers.length);
    expect(lesson.answers.length).toBeGreaterThanOrEqual(25);
    expect(lesson.answers.length).toBeLessThanOrEqual(30);
    for (const form of [1, 2, 3] as const) {
      const { choices = [] } = questions.get(form === 3 ? lesson.transfer : lesson.first) ?? {};
      const known = ['-', ...(form === 1 ? ['.'] : []), ...choices.map((__, index) => String.fromCharCode(65 + index))];
      expect(lettersOf(lesson, form).filter((letter) => !known.includes(letter))).toEqual([]);
    }
  });

  test('has what was said in it, by many, with remarks of others on it and none on oneself; who never speaks does not', () => {
    expect(wordsOf(lesson).length).toBeGreaterThanOrEqual(13);
    expect(lesson.answers.filter(([, ...said]) => said.some((one) => one.includes(' '))).length).toBeGreaterThanOrEqual(12);
    for (const { of, by, form, replies = [] } of lesson.remarks) {
      expect(by).not.toBe(of);
      const row = lesson.answers.find(([student]) => student === of);
      expect(row?.[form === 'Form - 1A' ? 1 : form === 'Form - 1B' ? 2 : 3]).toMatch(/^[A-E] ./);
      const speakers = [by, ...replies.map(([speaker]) => speaker)].filter((speaker) => speaker !== 'teacher');
      expect(speakers.filter((speaker) => lesson.answers.every(([student]) => student !== speaker))).toEqual([]);
    }
    for (const [, of, by] of lesson.likes) {
      expect(by).not.toContain(of);
      expect(new Set(by).size).toBe(by.length);
    }
    for (const silent of plans.get(lesson.classKey)!.stories.silent) {
      expect(lesson.answers.filter(([student, ...said]) => student === silent && said.some((one) => one.includes(' ')))).toEqual([]);
      expect(lesson.remarks.flatMap(({ by, replies = [] }) => [by, ...replies.map(([speaker]) => speaker)])).not.toContain(silent);
    }
  });

  test('tells its class what it is about in a sentence or two, and no more', () => {
    expect(lesson.about.length).toBeGreaterThan(40);
    expect(lesson.about.length).toBeLessThan(220);
    expect(lesson.about).not.toMatch(/\*\*|Idea|Transfer|students/);
  });
});
