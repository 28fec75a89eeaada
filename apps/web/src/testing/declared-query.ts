import { readFileSync } from 'node:fs';
import { expandCalls, type WireLines } from '@classwright/contract/testing/wire-lines';

interface Operation {
  parameters?: readonly { in: string; name: string }[];
  security?: readonly Record<string, unknown>[];
}

const lines = JSON.parse(readFileSync('packages/contract/calls.gen.json', 'utf8')) as WireLines;
/** The address pattern of every call, with the query parameters that it declares. */
const calls = Object.entries(expandCalls(lines) as Record<string, Operation>).map(([call, { parameters = [], security = [] }]) => {
  const [method, path] = call.split(' ') as [string, string];
  const address = path.replace(/#.*$/, '');
  return {
    method,
    pattern: new RegExp(`^${address.replace(/\{\w+\}/g, '[^/]+')}$`),
    fixedLength: address.replace(/\{\w+\}/g, '').length,
    names: parameters.filter((parameter) => parameter.in === 'query').map(({ name }) => name),
    takesCode: security.some(({ handOff }) => handOff),
  };
});

/**
 * Lists the query parameters that the server would refuse because no call at this address declares them. Empty if there
 * is no such call.
 */
export function findUndeclared(method: string, { pathname, searchParams }: URL): string[] {
  const matching = calls.filter((call) => call.method === method && call.pattern.test(pathname));
  if (matching.length === 0) return [];
  const longest = Math.max(...matching.map(({ fixedLength }) => fixedLength));
  const meant = matching.filter(({ fixedLength }) => fixedLength === longest);
  const known = new Set(meant.flatMap(({ names, takesCode }) => (takesCode ? [...names, 'code'] : names)));
  return [...new Set(searchParams.keys())].filter((name) => !known.has(name));
}
