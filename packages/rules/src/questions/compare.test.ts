import { expect, test } from 'vitest';
import { type ComparableVersion, compareVersions } from './compare.ts';

const version: ComparableVersion = {
  title: 'Free fall',
  description: 'Which ball lands first?',
  type_name: 'Multiple choice',
  topic_name: 'Motion',
  standard_name: 'PH-1',
  subject_name: 'Physics',
  grade_name: '10',
  tag: ['forces'],
  published_state: 'PUBLISHED',
  overall_grade: 4,
  responses: [{ title: 'Both', match_label: '1', description: 'Same', is_valid: true, sub_grade: 4 }],
  rubrics: [{ point: 4, level: '1', description: '' }],
  open_response: [],
  open_response_grade: null,
  attachments: [{ name: 'sheet.pdf' }],
};

test('a version does not differ from itself', () => {
  expect(compareVersions(version, structuredClone(version))).toEqual([]);
});

test('what differs is named field by field, rows by their number', () => {
  const newer: ComparableVersion = {
    ...version,
    title: 'Falling',
    tag: ['forces', 'motion'],
    responses: [
      { ...version.responses[0]!, is_valid: false },
      { title: 'None', match_label: '2', description: 'Words', is_valid: false, sub_grade: 0 },
    ],
    open_response: [{ criterion_name: 'Reasoning', open_response_grade: 3, description: '', rubrics: [{ point: 3, level: 'full', description: '' }] }],
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
