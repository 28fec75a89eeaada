import { RICH_TEXT_LIMITS } from '@classwright/contract';
import { checkDocument } from '@classwright/rules/rich-text/index';
import { describe, expect, test } from 'vitest';
import { assessments, classes, classwork, type DemoWork, listLessons, readBank } from './index.ts';

const works = classwork.flatMap(({ classKey, works: all }) => all.map((work): [string, DemoWork] => [`${classKey}: ${work.title}`, work]));

test('every class has classwork, topics and announcements, and there is some of every kind and stage', () => {
  expect(classwork.map(({ classKey }) => classKey).sort()).toEqual(classes.map(({ key }) => key).sort());
  for (const { announcements, works: all } of classwork) {
    expect(announcements.length).toBeGreaterThan(0);
    expect(new Set(all.map(({ topic }) => topic).filter(Boolean)).size).toBeGreaterThan(0);
  }
  const all = works.map(([, work]) => work);
  expect([...new Set(all.map(({ kind }) => kind))].sort()).toEqual(['ASSIGNMENT', 'MATERIAL', 'QUESTION', 'QUIZ_ASSIGNMENT']);
  expect([...new Set(all.map(({ stage }) => stage))].sort()).toEqual(['draft', 'open', 'returned', 'scheduled', 'to grade']);
  const days = all.filter(({ stage }) => stage === 'returned' || stage === 'to grade').map(({ postedDay }) => postedDay);
  expect(Math.min(...days)).toBeLessThanOrEqual(-35);
});

describe.each(works)('%s', (_, work) => {
  test('has instructions that the rich-text allow-list leaves as they are', () => {
    const document = { type: 'doc' as const, content: work.instructions };
    const check = checkDocument(document, RICH_TEXT_LIMITS);
    expect(check.ok && check.document).toEqual(document);
  });

  test('fits its stage: what is given back was due, what is to come is not', () => {
    const { stage, postedDay, dueDay, answers = [] } = work;
    const isOut = stage !== 'scheduled' && stage !== 'draft';
    expect(isOut).toBe(postedDay <= 0);
    expect(dueDay === undefined || dueDay >= postedDay).toBe(true);
    expect(stage !== 'returned' || (dueDay ?? 0) < 0).toBe(true);
    expect(stage !== 'returned' && stage !== 'to grade' ? true : answers.length > 1).toBe(true);
  });

  test('belongs to a category of its class and grades within its points; choices are among those offered', () => {
    const names = classwork.find((one) => one.works.includes(work))?.categories.map(({ name }) => name);
    expect([undefined, ...(names ?? [])]).toContain(work.category);
    for (const { text, grade } of work.answers ?? []) {
      expect(grade).toBeLessThanOrEqual(work.points ?? 0);
      expect(text.trim()).not.toBe('');
      expect(work.choices ?? [text]).toContain(text);
    }
    expect(work.workType === 'MULTIPLE_CHOICE_QUESTION').toBe(work.choices !== undefined);
  });
});

test('topics of classwork and lessons together stay few', async () => {
  const lessons = listLessons(await readBank());
  for (const { classKey, works: all } of classwork) {
    const topics = new Set([...all, ...[...assessments, ...lessons].filter((one) => one.classKey === classKey)].map(({ topic }) => topic).filter(Boolean));
    expect(topics.size).toBeLessThanOrEqual(5);
    for (const topic of topics) expect((topic as string).length).toBeLessThanOrEqual(25);
  }
});
