import { contract, type Endpoint } from '@classwright/contract';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { describeFigures } from './figures.ts';
import { lessonPages } from './lesson-figures.ts';

interface Schema {
  $ref?: string;
  type?: string | string[];
  properties?: Record<string, Schema>;
  items?: Schema;
  additionalProperties?: Schema | boolean;
  anyOf?: Schema[];
  allOf?: Schema[];
  $defs?: Record<string, Schema>;
}

/** Numbers that are no figures: ids, places, years, the filters' choices, and the figures of cards with those of the period before. */
const NO_FIGURE = /(^|[._])id$|\.place$|\.position$|year|\.cells\[\]\.lesson$|^pagination|^(before\.)?total_/;

/** Lists the places of all numbers in the response of a call. */
function listNumbers({ response }: Endpoint): string[] {
  const whole = z.toJSONSchema(response, { unrepresentable: 'any' }) as Schema;
  const found = new Set<string>();
  const walk = (schema: Schema, at: string): void => {
    if (schema.$ref) return walk(whole.$defs![schema.$ref.split('/').at(-1)!]!, at);
    for (const one of [...(schema.anyOf ?? []), ...(schema.allOf ?? [])]) walk(one, at);
    if ([schema.type].flat().some((type) => type === 'number' || type === 'integer')) found.add(at);
    for (const [name, one] of Object.entries(schema.properties ?? {})) walk(one, at === '' ? name : `${at}.${name}`);
    if (schema.items) walk(schema.items, `${at}[]`);
    if (typeof schema.additionalProperties === 'object') walk(schema.additionalProperties, `${at}.*`);
  };
  walk(whole, '');
  return [...found].filter((at) => !NO_FIGURE.test(at));
}

test.each(lessonPages.map((page) => [page.title, page] as const))(
  '[B2439] every number of “%s” is in figures.md, and every figure there is answered',
  (_title, page) => {
    const endpoints = page.calls.map((name) => (contract as readonly Endpoint[]).find((endpoint) => endpoint.name === name)!);
    const numbers = endpoints.flatMap(listNumbers);
    expect(numbers.length).toBeGreaterThan(0);
    expect(numbers.filter((at) => !page.figures.some((figure) => figure.at.test(at)))).toEqual([]);
    expect(page.figures.filter((figure) => !numbers.some((at) => figure.at.test(at))).map(({ name }) => name)).toEqual([]);
    const written = describeFigures();
    expect([page.title, ...page.figures.map(({ says }) => says)].filter((words) => !written.includes(words))).toEqual([]);
  },
);
