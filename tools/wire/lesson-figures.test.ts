import { expect, test } from 'vitest';
import { describeWire } from './describe.ts';
import { describeFigures } from './figures.ts';
import { lessonPages } from './lesson-figures.ts';

interface Schema {
  type?: string | string[];
  properties?: Record<string, Schema>;
  items?: Schema;
  additionalProperties?: Schema | boolean;
  anyOf?: Schema[];
  allOf?: Schema[];
}
interface Operation {
  operationId: string;
  responses: { 200?: { content: { 'application/json': { schema: Schema } } } };
}

/** Numbers that are no figures: ids, places, years, the filters' choices, and the figures of cards with those of the period before. */
const NO_FIGURE = /(^|[._])id$|\.place$|\.position$|year|\.cells\[\]\.lesson$|^pagination|^(before\.)?total_/;
const operations = Object.values(describeWire().calls) as unknown as Operation[];

/** Lists the places of all numbers in the response of a call. */
function listNumbers(call: string): string[] {
  const found = new Set<string>();
  const walk = (schema: Schema, at: string): void => {
    for (const one of [...(schema.anyOf ?? []), ...(schema.allOf ?? [])]) walk(one, at);
    if ([schema.type].flat().some((type) => type === 'number' || type === 'integer')) found.add(at);
    for (const [name, one] of Object.entries(schema.properties ?? {})) walk(one, at === '' ? name : `${at}.${name}`);
    if (schema.items) walk(schema.items, `${at}[]`);
    if (typeof schema.additionalProperties === 'object') walk(schema.additionalProperties, `${at}.*`);
  };
  const operation = operations.find(({ operationId }) => operationId === call);
  walk(operation!.responses[200]!.content['application/json'].schema, '');
  return [...found].filter((at) => !NO_FIGURE.test(at));
}

test.each(lessonPages.map((page) => [page.title, page] as const))(
  '[B2439] every number of “%s” is in figures.md, and every figure there is answered',
  (_title, page) => {
    const numbers = page.calls.flatMap(listNumbers);
    expect(numbers.length).toBeGreaterThan(0);
    expect(numbers.filter((at) => !page.figures.some((figure) => figure.at.test(at)))).toEqual([]);
    expect(page.figures.filter((figure) => !numbers.some((at) => figure.at.test(at))).map(({ name }) => name)).toEqual([]);
    const written = describeFigures();
    expect([page.title, ...page.figures.map(({ says }) => says)].filter((words) => !written.includes(words))).toEqual([]);
  },
);
