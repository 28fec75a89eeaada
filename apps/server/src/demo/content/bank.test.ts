import { isRating, STATUS_LABELS } from '@classwright/rules/questions/index';
import { describe, expect, test } from 'vitest';
import { toPlainText } from '@classwright/rules/rich-text';
import { ages, clusters, readBank, readPeople, standards, subjects } from './index.ts';

const questions = await readBank();
const { teachers, students } = await readPeople();

test('the lists that a question names have the name', () => {
  for (const { subject, cluster, standard, ages: age } of questions) {
    expect(Object.keys(subjects)).toContain(subject);
    expect(Object.keys(clusters)).toContain(cluster);
    expect(standards.map(({ name }) => name)).toContain(standard);
    expect(Object.keys(ages)).toContain(age);
  }
});

describe.each(questions.map((question) => [question.title, question] as const))('%s', (_, { state, author, ratings, choices, tags, description }) => {
  test('has different choices for different ideas, one of them right, each with the reasoning it stands for', () => {
    expect(choices.filter(({ points }) => points === 4)).toHaveLength(1);
    expect(choices.length).toBeGreaterThanOrEqual(state === 'draft' ? 2 : 3);
    expect(new Set(choices.map(({ title }) => title)).size).toBe(choices.length);
    expect(new Set(choices.map(({ idea }) => idea)).size).toBe(choices.length);
    for (const { title, reasoning } of choices) {
      expect(toPlainText(reasoning).length).toBeGreaterThan(30);
      for (const line of [title, toPlainText(reasoning), toPlainText(description)]) expect((line.match(/\$/g) ?? []).length % 2).toBe(0);
    }
    expect(tags.length).toBeGreaterThan(0);
  });

  test('is written and rated by people who are there, never by its author', () => {
    const isThere = (person: string): boolean => {
      const number = Number(person.replace(/\D+/, ''));
      return person === 'admin' || (number >= 1 && number <= (person.startsWith('teacher') ? teachers : students).length);
    };
    expect([author, ...Object.keys(ratings)].filter((person) => !isThere(person))).toEqual([]);
    expect(Object.keys(ratings)).not.toContain(author);
    expect(Object.values(ratings).every((rating) => isRating(rating))).toBe(true);
  });
});

test('some questions stand at each step, some are drafts, and students have written some of them', () => {
  for (const state of [...STATUS_LABELS, 'draft']) expect(questions.filter((question) => question.state === state).length).toBeGreaterThanOrEqual(3);
  expect(questions.filter(({ author }) => author.startsWith('student')).length).toBeGreaterThanOrEqual(5);
  expect(questions.length).toBeGreaterThanOrEqual(24);
});
