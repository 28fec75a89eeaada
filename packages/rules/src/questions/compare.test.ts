import { expect, test } from 'vitest';
import { type ComparableVersion, compareVersions } from './compare.ts';

const version: ComparableVersion = {
  title: 'Free fall',
  description: 'Which ball lands first?',
  type: 'Multiple choice',
  topic: 'Motion',
  standard: 'PH-1',
  subject: 'Physics',
  grade: '10',
  tags: ['forces'],
  publishedState: 'PUBLISHED',
  overallGrade: 4,
  responses: [{ title: 'Both', matchLabel: '1', description: 'Same', isValid: true, points: 4 }],
  rubrics: [{ point: 4, level: '1', description: '' }],
  criteria: [],
  openResponseGrade: null,
  attachments: ['sheet.pdf'],
};

test('a version does not differ from itself', () => {
  expect(compareVersions(version, structuredClone(version))).toEqual([]);
});

test('what differs is named field by field, rows by their number', () => {
  const newer: ComparableVersion = {
    ...version,
    title: 'Falling',
    tags: ['forces', 'motion'],
    responses: [
      { ...version.responses[0]!, isValid: false },
      { title: 'None', matchLabel: '2', description: 'Words', isValid: false, points: 0 },
    ],
    criteria: [{ criterion_name: 'Reasoning', open_response_grade: 3, description: '', rubrics: [{ point: 3, level: 'full', description: '' }] }],
  };
  expect(compareVersions(version, newer)).toEqual([
    { field: 'title', before: 'Free fall', after: 'Falling' },
    { field: 'tag', before: 'forces', after: 'forces, motion' },
    { field: 'responses.1.is_valid', before: 'YES', after: 'NO' },
    { field: 'responses.2.title', before: '', after: 'None' },
    { field: 'responses.2.match_label', before: '', after: '2' },
    { field: 'responses.2.description', before: '', after: 'Words' },
    { field: 'responses.2.is_valid', before: '', after: 'NO' },
    { field: 'responses.2.sub_grade', before: '', after: '0' },
    { field: 'open_response.1.criterion_name', before: '', after: 'Reasoning' },
    { field: 'open_response.1.open_response_grade', before: '', after: '3' },
    { field: 'open_response.1.rubrics.1.point', before: '', after: '3' },
    { field: 'open_response.1.rubrics.1.level', before: '', after: 'full' },
  ]);
  expect(compareVersions(newer, version).map(({ before, after }) => [after, before])).toEqual(
    compareVersions(version, newer).map(({ before, after }) => [before, after]),
  );
});
