import type { Implementation } from './context.ts';

/**
 * Builds the router constraint that chooses between two calls at one path by the query, as an endpoint's `onlyWith`
 * declares it.
 */
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
