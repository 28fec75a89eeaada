import type { pinned } from './pinned.ts';

/**
 * Returns instructions for the developer when the wire differs from the pinned one, or null. `now` is the current wire,
 * with the contract's number.
 */
export function judgeWire(now: typeof pinned, before: typeof pinned): string | null {
  if (now.wire === before.wire && now.protocol === before.protocol) return null;
  const pin = `Pin it in tools/wire/pinned.ts: { protocol: ${now.protocol}, wire: '${now.wire}' }.`;
  if (now.protocol < before.protocol) return `PROTOCOL_VERSION went from ${before.protocol} back to ${now.protocol}: numbers only rise.`;
  if (now.protocol > before.protocol) return `PROTOCOL_VERSION was raised to ${now.protocol}: open pages will be told to reload. ${pin}`;
  return (
    'The wire changed. Can a page of yesterday go on with this server: does it read every answer and event, and is every call it makes still taken? ' +
    'If not, raise PROTOCOL_VERSION in packages/contract/src/protocol.ts (and OLDEST_PROTOCOL, where its calls would do harm); else leave the number. ' +
    pin
  );
}
