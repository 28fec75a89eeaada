import { toDocument } from '@classwright/rules/rich-text';
import { expect, test } from 'vitest';
import type { Db } from '../../../../platform/database/index.ts';
import type { Censor } from '../../../class/censorship/index.ts';
import { censorMembers } from './look-through.ts';
import type { Answer, Member } from './members.ts';

const db = {} as Db; // the lists are given

function answer(comment: string, course = 3): Answer {
  const place = { session: { id: 1, assessment_id: 2, course_id: course }, form: 'Form - 1A', question: { responseIds: new Set() } };
  return { kind: 'answer', place, content: { response_id: null, comment: toDocument(comment) }, shown: null } as unknown as Answer;
}

test('an answer whose words cannot be looked through fails alone, and its neighbors are looked through', async () => {
  const fault = new Error('no list');
  const censor = {
    forClass: async () => ({
      document: async (value: unknown) => {
        if (JSON.stringify(value).includes('poison')) throw fault;
        return { value, words: ['seen'] };
      },
    }),
  } as unknown as Censor;
  const members: Member[] = [answer('Sound.'), answer('This is poison.'), answer('Sound, too.')];
  const failed = await censorMembers(db, censor, members);
  expect([...failed]).toEqual([[members[1], fault]]);
  expect(members.map((member) => (member as Answer).shown?.words ?? null)).toEqual([['seen'], null, ['seen']]);
});

test('the lists of a class are asked for once, and for nobody who wrote no words', async () => {
  const asked: number[] = [];
  const censor = {
    forClass: async (_db: Db, course: number) => {
      asked.push(course);
      return { document: async (value: unknown) => ({ value, words: [`list of ${course}`] }) };
    },
  } as unknown as Censor;
  const members = [answer('', 5), answer('One.'), answer(''), answer('Two.', 4), answer('Three.')];
  await censorMembers(db, censor, members);
  expect(asked).toEqual([3, 4]);
  expect(members.map(({ shown }) => shown?.words)).toEqual([[], ['list of 3'], [], ['list of 4'], ['list of 3']]);
});
