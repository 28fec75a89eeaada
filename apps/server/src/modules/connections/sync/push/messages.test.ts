import { expect, test } from 'vitest';
import { readMessages } from './messages.ts';

const message = (data: unknown) => ({ ackId: 'a', message: { data: Buffer.from(JSON.stringify(data)).toString('base64') } });
const resourceId = { courseId: '12', courseWorkId: '34', id: '56', userId: '78' };

test.each([
  ['courses.students', 'DELETED', [{ what: 'people', externalId: '' }]],
  ['courses.teachers', 'CREATED', [{ what: 'people', externalId: '' }]],
  [
    'courses.courseWork',
    'CREATED',
    [
      { what: 'works', externalId: '' },
      { what: 'submissions', externalId: '56' },
    ],
  ],
  ['courses.courseWork', 'MODIFIED', [{ what: 'works', externalId: '' }]],
  ['courses.courseWork.studentSubmissions', 'MODIFIED', [{ what: 'submissions', externalId: '34' }]],
])('[B1164] a message of %s %s tells what is to be looked at', (collection, eventType, marks) => {
  expect(readMessages({ receivedMessages: [message({ collection, eventType, resourceId })] })).toEqual([{ ackId: 'a', told: { course: '12', marks } }]);
});

test.each([
  ['nothing', {}],
  ['null', null],
  ['a text', 'x'],
  ['no list', { receivedMessages: {} }],
  ['no ids to acknowledge', { receivedMessages: [null, 'x', {}, { ackId: 7 }, { ackId: '' }] }],
])('[B1164] an answer with %s holds no messages', (_, answer) => {
  expect(readMessages(answer)).toEqual([]);
});

test.each([
  ['no data', { ackId: 'a', message: {} }],
  ['no message', { ackId: 'a' }],
  ['data that is no JSON', { ackId: 'a', message: { data: 'AAAA' } }],
  ['data that is too long', message({ collection: 'courses.students', resourceId, more: 'x'.repeat(20_000) })],
  ['another collection', message({ collection: 'courses.topics', resourceId })],
  ['no course', message({ collection: 'courses.students', resourceId: {} })],
  ['a course that is no id', message({ collection: 'courses.students', resourceId: { courseId: '../12' } })],
  ['no work', message({ collection: 'courses.courseWork.studentSubmissions', resourceId: { courseId: '12' } })],
])('[B1164] a message with %s is acknowledged and tells of nothing', (_, one) => {
  expect(readMessages({ receivedMessages: [one] })).toEqual([{ ackId: 'a', told: null }]);
});
