import { readFileSync } from 'node:fs';

interface Operation {
  parameters?: readonly { in: string; name: string }[];
  security?: readonly Record<string, unknown>[];
}

const { paths } = JSON.parse(readFileSync('packages/contract/openapi.gen.json', 'utf8')) as { paths: Record<string, Record<string, Operation>> };
/** The address pattern of every call, with the query parameters that it declares. */
const calls = Object.entries(paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, { parameters = [], security = [] }]) => {
    const address = path.replace(/#.*$/, '');
    return {
      method: method.toUpperCase(),
      pattern: new RegExp(`^${address.replace(/\{\w+\}/g, '[^/]+')}$`),
      fixedLength: address.replace(/\{\w+\}/g, '').length,
      names: parameters.filter((parameter) => parameter.in === 'query').map(({ name }) => name),
      takesCode: security.some(({ handOff }) => handOff),
    };
  }),
);

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
