import { describe, expect, test } from 'vitest';
import { describeWire, hashWire } from './describe.ts';
import { judgeWire } from './judge.ts';

const files = describeWire();
type Node = { [name: string]: Node } & string;
const change = (kind: keyof typeof files, edit: (document: Node) => void) => {
  const document = JSON.parse(files[kind]) as Node;
  edit(document);
  return { ...files, [kind]: JSON.stringify(document) };
};

describe('the committed OpenAPI document', () => {
  const document = JSON.parse(files.openApi) as Node;

  test('points only at what it holds, and says every call', () => {
    const references = [...files.openApi.matchAll(/"\$ref":\s*"#\/components\/(\w+)\/([^"]+)"/g)];
    expect(references.length).toBeGreaterThan(1000);
    const missing = references.filter(([, kind, name]) => document['components']?.[kind as string]?.[name as string] === undefined);
    expect(missing).toEqual([]);
    expect(Object.keys(document['paths'] ?? {}).length).toBeGreaterThan(200);
  });

  test('names what it shares once, and keeps field names out of it', () => {
    const properties: unknown[] = [];
    const look = (node: unknown): void => {
      if (typeof node !== 'object' || node === null) return;
      for (const [name, inner] of Object.entries(node)) {
        if (name === 'properties' && typeof inner === 'object') properties.push(inner);
        look(inner);
      }
    };
    look(document);
    expect(properties.filter((fields) => typeof (fields as Node)['$ref'] === 'string')).toEqual([]);
  });
});

describe('the hash of the wire', () => {
  const before = hashWire(files);

  test.each([
    ['a field of an event', change('events', (events) => delete (events['TallyEvent'] as Partial<Node>)['properties'])],
    ['a call that goes', change('openApi', (document) => delete (document['paths'] as Partial<Node>)['/api/config'])],
    ['the way a call is called', change('openApi', ({ paths }) => Object.assign(paths?.['/api/config']?.['get'] ?? {}, { operationId: 'config.read' }))],
  ])('changes with %s', (_, changed) => {
    expect(hashWire(changed)).not.toBe(before);
  });

  test('stays with other words about a call', () => {
    expect(hashWire(change('openApi', ({ paths }) => Object.assign(paths?.['/api/config']?.['get'] ?? {}, { summary: 'Other words' })))).toBe(before);
  });
});

test('whoever changes the wire is told what to decide, and what to write down', () => {
  const pinned = { protocol: 3, wire: 'aaa' };
  expect(judgeWire(pinned, pinned)).toBeNull();
  expect(judgeWire({ ...pinned, wire: 'bbb' }, pinned)).toMatch(/Can a page of yesterday go on.*\{ protocol: 3, wire: 'bbb' \}/);
  expect(judgeWire({ protocol: 4, wire: 'bbb' }, pinned)).toMatch(/will be told to reload.*\{ protocol: 4, wire: 'bbb' \}/);
  expect(judgeWire({ protocol: 2, wire: 'bbb' }, pinned)).toMatch(/only rise/);
});
