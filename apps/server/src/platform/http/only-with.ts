import type { Implementation } from './context.ts';

/** By what an address says, which of two calls at one path is meant: a constraint of the router, as `onlyWith` of an endpoint declares it. */
export function toOnlyWith(implementations: readonly Pick<Implementation, 'endpoint'>[]) {
  const names = new Set(implementations.flatMap(({ endpoint: { onlyWith } }) => onlyWith ?? []));
  const asked = [...names].map((name) => ({ name, pattern: new RegExp(`[?&]${name}=[^&]`) }));
  return {
    name: 'onlyWith',
    storage<Handler>() {
      const handlers = new Map<string, Handler>();
      return { get: (name: string) => handlers.get(name) ?? null, set: (name: string, handler: Handler) => void handlers.set(name, handler) };
    },
    deriveConstraint: ({ url = '' }: { url?: string | undefined }): string => asked.find(({ pattern }) => pattern.test(url))?.name ?? '',
  };
}
