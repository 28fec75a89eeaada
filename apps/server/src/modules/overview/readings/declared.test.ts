import { contract, type Endpoint } from '@classwright/contract';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { declaredReadings, notRead } from './declared.ts';
import { findPeople, listPaths } from './find-people.ts';

const reasons = notRead.flatMap(({ calls }) => calls);
/** Calls that answer with data: reads and files. A write repeats what it changed, which the audit trail holds. */
const isAnswering = ({ method, readOnly, download, protocol }: Endpoint): boolean =>
  protocol === undefined && (method === 'GET' || readOnly === true || download !== undefined);
const mustSay = (endpoint: Endpoint): boolean =>
  isAnswering(endpoint) && (findPeople(endpoint).length > 0 || endpoint.download !== undefined || endpoint.large !== undefined);

describe('[B2700] every call that answers with more than a name about people says so', () => {
  test('each declares where it names them, or stands among those that are no readings', () => {
    const silent = contract.filter(mustSay).filter(({ name }) => !(name in declaredReadings) && !reasons.includes(name));
    expect(silent.map((endpoint) => `${endpoint.name}: ${findPeople(endpoint).join(', ')}`)).toEqual([]);
  });

  test('a response with a grade next to a person’s id is found, one with names alone is not', () => {
    const row = (more: z.ZodRawShape) => ({ response: z.object({ data: z.array(z.object({ account_id: z.number(), first_name: z.string(), ...more })) }) });
    expect(findPeople(row({ grade: z.number() }))).toEqual(['data.account_id']);
    expect(findPeople(row({}))).toEqual([]);
    const post = z.object({ id: z.number(), body: z.string(), account: z.object({ id: z.number(), first_name: z.string() }) });
    expect(findPeople({ response: z.object({ posts: z.array(post) }) })).toEqual(['posts.account.id']);
  });

  test('every place that is declared exists in its answer', () => {
    const known = new Map(contract.map((endpoint) => [endpoint.name, endpoint]));
    const wrong = Object.entries(declaredReadings).flatMap(([name, { people }]) => {
      const endpoint = known.get(name);
      if (!endpoint) return [`${name} is no call`];
      if (people === 'named') return [];
      return people.filter((path) => !listPaths(endpoint).has(path)).map((path) => `${name} has no ${path}`);
    });
    expect(wrong).toEqual([]);
  });

  test('no reason stands for a call that needs none, or twice', () => {
    const needed = new Set(contract.filter(mustSay).map(({ name }) => name));
    expect(reasons.filter((name) => !needed.has(name))).toEqual([]);
    expect(reasons.filter((name, index) => name in declaredReadings || reasons.indexOf(name) < index)).toEqual([]);
  });
});
