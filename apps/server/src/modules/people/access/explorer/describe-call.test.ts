import { contract, createTranslate, en } from '@classwright/contract';
import { expect, test } from 'vitest';
import { describeCall } from './describe-call.ts';

const t = createTranslate(en);
/** Calls that rows of the access tables protect. An administrator may look up each of them. */
const calls = contract.filter(({ access }) => typeof access === 'object').map((call) => ({ name: call.name, sentence: describeCall(call, t) }));

test('[B1475] every call is described by words of its own, which need no other call to be understood', () => {
  expect(describeCall(contract.find(({ name }) => name === 'level.create')!, t)).toBe('Create a new level');
  const unclear = calls.filter(({ sentence }) => !/^\p{Lu}.* /u.test(sentence) || /^The same|\bof the list \w+[A-Z]|^Do what/.test(sentence));
  expect(unclear).toEqual([]);
  const twice = calls.filter(({ sentence }) => calls.filter((other) => other.sentence === sentence).length > 1);
  expect(twice).toEqual([]);
});
