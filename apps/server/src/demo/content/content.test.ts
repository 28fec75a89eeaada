import { existsSync, readFileSync, statSync } from 'node:fs';
import { checkDocument, toPlainText } from '@classwright/rules/rich-text/index';
import { RICH_TEXT_LIMITS } from '@classwright/contract';
import { describe, expect, test } from 'vitest';
import { placeFigures } from '../place-figures.ts';
import {
  ages,
  assessments,
  classes,
  clusters,
  type DemoQuestion,
  figures,
  type FigureKey,
  ideas,
  periods,
  readBank,
  readPeople,
  standards,
  subjects,
} from './index.ts';

const folder = new URL('../figures/', import.meta.url);
const questions = assessments.flatMap(
  ({ title, first, transfer }) =>
    [
      [`${title}, first`, first],
      [`${title}, transfer`, transfer],
    ] as [string, DemoQuestion][],
);
const fileIds = Object.fromEntries(Object.keys(figures).map((key, index) => [key, index + 1])) as Record<FigureKey, number>;

describe.each(questions)('the question of %s', (_, question) => {
  test('has three to five different choices, exactly one of them right, each with the reasoning it stands for', () => {
    expect(question.responses.length).toBeGreaterThanOrEqual(3);
    expect(question.responses.length).toBeLessThanOrEqual(5);
    expect(question.responses.filter(({ isValid }) => isValid)).toHaveLength(1);
    expect(new Set(question.responses.map(({ title }) => title)).size).toBe(question.responses.length);
    for (const { reasoning } of question.responses) expect(toPlainText({ type: 'doc', content: reasoning }).length).toBeGreaterThan(40);
  });

  test('gives full points to the right choice alone, and names every idea once', () => {
    for (const { points, isValid } of question.responses) expect(points === 4).toBe(isValid === true);
    expect(new Set(question.responses.map(({ idea }) => idea)).size).toBe(question.responses.length);
  });

  test('is made of nothing that the rich-text allow-list would change', () => {
    const documents = [
      placeFigures(question.description, fileIds),
      ...question.responses.map(({ reasoning }) => ({ type: 'doc' as const, content: reasoning })),
    ];
    for (const document of documents) {
      const check = checkDocument(document, RICH_TEXT_LIMITS);
      expect(check).toMatchObject({ ok: true });
      expect(check.ok && check.document).toEqual(document);
    }
  });

  test('has formulas in pairs of dollar signs only', () => {
    for (const { title } of question.responses) expect((title.match(/\$/g) ?? []).length % 2).toBe(0);
  });
});

test('the right choice stands in every place, so that no letter is a good guess', () => {
  const places = questions.map(([, { responses }]) => responses.findIndex(({ isValid }) => isValid));
  for (const place of [0, 1, 2, 3]) expect(places.filter((one) => one === place).length).toBeGreaterThanOrEqual(3);
});

test('the right choice of the transfer question stands for the idea of the first', () => {
  const rightIdea = (question: DemoQuestion) => question.responses.find(({ isValid }) => isValid)?.idea;
  for (const { first, transfer } of assessments) expect(rightIdea(transfer)).toBe(rightIdea(first));
});

test('there are eight assessments, at least three in the class of students 1 to 30, with figures and formulas among them', () => {
  expect(assessments).toHaveLength(8);
  expect(assessments.filter(({ classKey }) => classKey === 'science10').length).toBeGreaterThanOrEqual(3);
  const withNode = (type: string) => questions.filter(([, question]) => JSON.stringify(question).includes(`"type":"${type}"`));
  expect(withNode('figure').length).toBeGreaterThanOrEqual(3);
  expect(questions.filter(([, { description }]) => /"type":"(inline|block)Math"/.test(JSON.stringify(description))).length).toBeGreaterThanOrEqual(2);
  expect(questions.some(([, { responses }]) => responses.some(({ title }) => title.includes('$')))).toBe(true);
});

test('every name that an assessment uses is in the reference lists', () => {
  for (const { classKey, subject, cluster, standard, ages: age, period } of assessments) {
    expect(classes.map(({ key }) => key)).toContain(classKey);
    expect(Object.keys(subjects)).toContain(subject);
    expect(Object.keys(clusters)).toContain(cluster);
    expect(standards.map(({ name }) => name)).toContain(standard);
    expect(Object.keys(ages)).toContain(age);
    expect(Object.keys(periods)).toContain(period);
  }
});

test('120 students and four teachers have names of their own; students 1 to 30 have one class with the first teacher, nobody else has any', async () => {
  const { admin, teachers, students } = await readPeople();
  expect(students).toHaveLength(120);
  expect(teachers).toHaveLength(4);
  expect(new Set([admin, ...teachers, ...students].map(({ firstName, lastName }) => `${firstName} ${lastName}`)).size).toBe(125);
  const withFirstTeacher = classes.filter(({ teacher, coTeacher }) => teacher === 1 || coTeacher === 1);
  for (let number = 1; number <= 120; number += 1) {
    expect(withFirstTeacher.filter(({ students: [first, last] }) => number >= first && number <= last)).toHaveLength(number <= 30 ? 1 : 0);
  }
  expect(classes.some(({ teacher, coTeacher }) => teacher === 1 && coTeacher !== undefined)).toBe(true);
});

test.each(Object.entries(figures))('figure %s is drawn, small, in proportion and described', (_, { file, alt, width, height }) => {
  const path = new URL(file, folder);
  expect(existsSync(new URL(file.replace('.png', '.svg'), folder))).toBe(true);
  expect(statSync(path).size).toBeLessThanOrEqual(60_000);
  const png = readFileSync(path);
  const [pixelsWide, pixelsHigh] = [png.readUInt32BE(16), png.readUInt32BE(20)];
  expect(pixelsWide).toBeGreaterThanOrEqual(900);
  expect(Math.abs(height - (pixelsHigh / pixelsWide) * width)).toBeLessThanOrEqual(1);
  expect(alt.length).toBeGreaterThan(60);
});

test('[B2503] every idea stands for wrong responses of the demo’s questions, and no match level for two ideas', async () => {
  const wrong = new Set((await readBank()).flatMap(({ choices }) => choices.flatMap(({ idea, points }) => (points === 4 ? [] : [idea]))));
  const levels = ideas.flatMap((idea) => idea.levels);
  expect(levels.filter((level) => !wrong.has(level))).toEqual([]);
  expect(new Set(levels).size).toBe(levels.length);
  expect(new Set(ideas.map(({ name }) => name)).size).toBe(ideas.length);
  for (const { sentence, subject, standard = '' } of ideas) {
    expect(sentence).toMatch(/^[A-Z].*\.$/);
    expect(JSON.stringify(subjects)).toContain(`"${subject}"`);
    expect(JSON.stringify(standards)).toContain(standard);
  }
});
