/**
 * The wings of the house, in the order in which they may import: each may enter those before it, and within a wing modules
 * enter each other without a circle. The server's modules, the web's features and the contract have the same wings.
 */
export const wings = ['people', 'school', 'bank', 'class', 'lesson', 'overview', 'connections'] as const;

export type Wing = (typeof wings)[number];

/** The part of the product that has wings. */
type Side = 'modules' | 'features' | 'contract';

/** The place of a file in the wings. */
export interface Place {
  side: Side;
  wing: string;
  module: string;
  /** The path within the module. */
  rest: string;
}

const IN_WINGS =
  /^(?:apps\/server\/src\/(?<modules>modules)|apps\/web\/src\/(?<features>features)|packages\/(?<contract>contract)\/src)\/(?<wing>[^/]+)\/(?<module>[^/]+)\/(?<rest>.+)$/;
const isWing = (name: string): boolean => (wings as readonly string[]).includes(name);

/** Returns the wing and module of a path from the repository's root, or null outside the wings. */
export function placeOf(path: string | null): Place | null {
  const { modules, features, contract, wing = '', module = '', rest = '' } = IN_WINGS.exec(path ?? '')?.groups ?? {};
  const side = (modules ?? features ?? contract) as Side | undefined;
  // the contract has folders of its own next to its wings
  if (!side || (side === 'contract' && !isWing(wing))) return null;
  return { side, wing, module, rest };
}

/** Returns why a file of one wing may not enter another, or null when it may. */
export function refuseWing(from: string, to: string): string | null {
  const order: readonly string[] = wings;
  if (!isWing(from)) return `${from} is not a wing: ${wings.join(', ')} (tools/house-rules/wings.ts)`;
  return order.indexOf(to) > order.indexOf(from) ? `the wing ${from} comes before ${to} and may not enter it` : null;
}
