import { describe, expect, test } from 'vitest';
import { readTrialFile, trialFiles } from '../trial-data.ts';
import { methods } from './methods.ts';
import { scope } from './scopes.ts';

interface Described {
  id: string;
  httpMethod: string;
  path: string;
  scopes: string[];
  request?: { $ref: string };
  parameters?: Record<string, { location: string; description?: string }>;
}
interface Resource {
  methods?: Record<string, Described>;
  resources?: Record<string, Resource>;
}

const file = 'google-classroom/classroom.v1.discovery.json';
const isThere = trialFiles('google-classroom').includes(file);
const described = isThere
  ? (JSON.parse(readTrialFile(file).toString()) as Resource & { schemas: Record<string, { properties?: Record<string, unknown> }>; parameters: object })
  : null;
const listMethods = (resource: Resource): Described[] => [
  ...Object.values(resource.methods ?? {}),
  ...Object.values(resource.resources ?? {}).flatMap(listMethods),
];
const byId = new Map(described ? listMethods(described).map((method) => [method.id.replace('classroom.', ''), method]) : []);

test.skipIf(isThere)('TRIAL_DATA is not set: the simulated Classroom is not compared with Google’s description of its own', () => expect(byId.size).toBe(0));

describe.skipIf(!isThere)('beside Google’s description', () => {
  test.each(methods.map((method) => [method.id, method] as const))(
    '[B1009] %s is as Google describes it: verb, path, parameters, fields, scopes',
    (id, method) => {
      const google = byId.get(id);
      expect(google, 'Google has this method').toBeDefined();
      const parameters = Object.entries(google?.parameters ?? {});
      expect(`${method.method} ${method.path}`).toBe(`${google?.httpMethod} ${google?.path}`);
      expect([...(method.query ?? [])].sort()).toEqual(
        parameters
          .filter(([, { location }]) => location === 'query')
          .map(([name]) => name)
          .sort(),
      );
      expect(method.scopes.map((name) => scope(`classroom.${name}`)).sort()).toEqual([...(google?.scopes ?? [])].sort());
      const request = google?.request ? Object.keys(described?.schemas[google.request.$ref]?.properties ?? {}) : [];
      expect([...(method.body ?? [])].sort()).toEqual(request.sort());
    },
  );

  test.each(methods.filter(({ query }) => query?.includes('updateMask')).map((method) => [method.id, method] as const))(
    '[B1009] %s takes the fields in its mask that Google names',
    (id, method) => {
      const words = byId.get(id)?.parameters?.updateMask?.description ?? '';
      const named = [...words.slice(words.indexOf('fields')).matchAll(/\* `(\w+)`/g)].map(([, name = '']) =>
        name.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase()),
      );
      expect(named.length).toBeGreaterThan(0);
      expect([...(method.mask ?? [])].sort()).toEqual(named.sort());
    },
  );

  test('[B1009] every method of works, people and submissions is there; left out are add-ons and guardians', () => {
    const ours = new Set(methods.map(({ id }) => id));
    const missing = [...byId.keys()].filter((id) => !ours.has(id));
    expect(missing.filter((id) => !/addOn|AddOn|guardian/.test(id))).toEqual([]);
  });
});
