import { describe, expect, test } from 'vitest';
import { expandCalls, type Json, type WireLines } from '@classwright/contract/testing/wire-lines';
import { describeWire, hashWire, type Wire, writeWire } from './describe.ts';
import { foldLists } from './fold-lists.ts';
import { judgeWire } from './judge.ts';

const wire = describeWire();
const files = writeWire(wire);
type Node = { [name: string]: Node } & string;
const change = (kind: keyof Wire, edit: (document: Node) => void): Wire => {
  const document = structuredClone(wire[kind]) as Node;
  edit(document);
  return { ...wire, [kind]: document };
};

describe('[B2087] the committed calls', () => {
  const lines = JSON.parse(files.calls) as WireLines;

  test('have a line each, and say exactly what the OpenAPI document says', () => {
    const resolve = (node: Json): Json => {
      if (typeof node !== 'object' || node === null) return node;
      if (Array.isArray(node)) return node.map(resolve);
      const [, kind, name] = /^#\/components\/(\w+)\/(.+)$/.exec(typeof node['$ref'] === 'string' ? node['$ref'] : '') ?? [];
      const shared = lines.shared[kind ?? '']?.[name ?? ''];
      if (shared !== undefined) return resolve(shared);
      return Object.fromEntries(Object.entries(node).map(([key, inner]) => [key, resolve(inner)]));
    };
    const calls = expandCalls(lines);
    expect(Object.keys(calls).length).toBeGreaterThan(700);
    expect(Object.keys(calls).toSorted()).toEqual(Object.keys(wire.calls).toSorted());
    for (const [address, operation] of Object.entries(wire.calls)) expect(resolve(calls[address]!), address).toEqual(operation);
    for (const address of Object.keys(lines.calls)) expect(files.calls).toContain(`\n${JSON.stringify(address)}:{`);
  });

  test('point only at what the file holds', () => {
    const references = [...files.calls.matchAll(/"\$ref":"#\/components\/(\w+)\/([^"]+)"/g)].map(([, kind, name]) => ({ kind: kind!, name: name! }));
    expect(references.length).toBeGreaterThan(1000);
    const ofTheDocument = ['Error', 'StatusInfo'];
    expect(references.filter(({ kind, name }) => !ofTheDocument.includes(name) && lines.shared[kind]?.[name] === undefined)).toEqual([]);
  });

  test('name what they share once, and keep field names out of it', () => {
    const properties: unknown[] = [];
    const look = (node: unknown): void => {
      if (typeof node !== 'object' || node === null) return;
      for (const [name, inner] of Object.entries(node)) {
        if (name === 'properties' && typeof inner === 'object') properties.push(inner);
        look(inner);
      }
    };
    look(lines);
    expect(properties.filter((fields) => typeof (fields as Node)['$ref'] === 'string')).toEqual([]);
  });
});

test('lists are folded into a template, with what each has of its own in its line', () => {
  const listOf = (name: string, operation: { [name: string]: Json }, kind = 'get') => ({
    name,
    path: `/${name}s`,
    calls: new Map([[kind, { address: `GET /api/${name}s`, operation: { operationId: `${name}.${kind}`, ...operation } }]]),
  });
  const lists = [
    listOf('level', { reach: 'all', properties: { a: 1 } }),
    listOf('group', { properties: { b: 2, c: 3 } }),
    listOf('role', { own: true }, 'purge'),
  ];
  const folded = foldLists(lists);
  expect(folded.listCalls['get']).toEqual({
    address: 'GET /api{path}',
    operation: { operationId: '{name}.get', reach: { $list: 'get.operation.reach' }, properties: { $list: 'get.operation.properties' } },
  });
  expect(folded.lists['group']).toEqual({ path: '/groups', kinds: ['get'], values: { 'get.operation.properties': { b: 2, c: 3 } } });
  expect(expandCalls({ calls: {}, shared: {}, ...folded })).toEqual(
    Object.fromEntries(lists.flatMap(({ calls }) => [...calls.values()].map(({ address, operation }) => [address, operation]))),
  );
});

describe('the hash of the wire', () => {
  const before = hashWire(wire);

  test.each([
    ['a field of an event', change('events', (events) => delete (events['TallyEvent'] as Partial<Node>)['properties'])],
    ['a call that goes', change('calls', (calls) => delete (calls as Partial<Node>)['GET /api/config'])],
    ['the way a call is called', change('calls', (calls) => Object.assign(calls['GET /api/config']!, { operationId: 'config.read' }))],
  ])('changes with %s', (_, changed) => {
    expect(hashWire(changed)).not.toBe(before);
  });

  test('stays with other words about a call', () => {
    expect(hashWire(change('calls', (calls) => Object.assign(calls['GET /api/config']!, { summary: 'Other words' })))).toBe(before);
  });
});

test('whoever changes the wire is told what to decide, and what to write down', () => {
  const pinned = { protocol: 3, wire: 'aaa' };
  expect(judgeWire(pinned, pinned)).toBeNull();
  expect(judgeWire({ ...pinned, wire: 'bbb' }, pinned)).toMatch(/Can a page of yesterday go on.*\{ protocol: 3, wire: 'bbb' \}/);
  expect(judgeWire({ protocol: 4, wire: 'bbb' }, pinned)).toMatch(/will be told to reload.*\{ protocol: 4, wire: 'bbb' \}/);
  expect(judgeWire({ protocol: 2, wire: 'bbb' }, pinned)).toMatch(/only rise/);
});
