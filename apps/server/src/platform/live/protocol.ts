import { PROTOCOL_VERSION as WIRE_VERSION } from '@classwright/contract/protocol';

/** The terms of the Pusher Channels protocol, version 7, as its official clients read and write them. */

export const PROTOCOL_VERSION = 7;

/**
 * The close codes. A client gives up after 4000–4099, tries again after a second after 4100–4199, and immediately after
 * 4200–4299. As codes of an error event they close nothing.
 */
export const CODES = {
  unknownKey: 4001,
  unsupportedVersion: 4007,
  noVersion: 4008,
  unauthorised: 4009,
  overCapacity: 4100,
  restarting: 4100,
  unclaimed: 4101,
  reconnectNow: 4200,
  malformed: 4300,
  clientEventRefused: 4301,
} as const;

const CHANNEL_NAME = /^(?:private|presence)-[A-Za-z0-9_\-=@,.;]{1,180}$/;
export const MAX_EVENT_NAME = 200;

/** Returns true for a valid channel name. Every channel needs an authorization; there are no public ones. */
export function isChannelName(name: unknown): name is string {
  return typeof name === 'string' && CHANNEL_NAME.test(name);
}

export function isPresenceChannel(name: string): boolean {
  return name.startsWith('presence-');
}

/** Returns the text of an event. The protocol carries `data` as JSON inside JSON. */
export function eventText(name: string, channel: string, data: string, userId?: string): string {
  return JSON.stringify({ event: name, channel, data, ...(userId === undefined ? {} : { user_id: userId }) });
}

export const messages = {
  established: (socketId: string, activityTimeoutSeconds: number) =>
    JSON.stringify({
      event: 'pusher:connection_established',
      data: JSON.stringify({ socket_id: socketId, activity_timeout: activityTimeoutSeconds, protocol: WIRE_VERSION }),
    }),
  pong: () => '{"event":"pusher:pong","data":{}}',
  error: (code: number, message: string) => JSON.stringify({ event: 'pusher:error', data: { code, message } }),
  subscribed: (channel: string) => eventText('pusher_internal:subscription_succeeded', channel, '{}'),
  subscribedPresence: (channel: string, members: ReadonlyMap<string, unknown>) =>
    eventText(
      'pusher_internal:subscription_succeeded',
      channel,
      JSON.stringify({ presence: { count: members.size, ids: [...members.keys()], hash: Object.fromEntries(members) } }),
    ),
  memberAdded: (channel: string, userId: string, info: unknown) =>
    eventText('pusher_internal:member_added', channel, JSON.stringify({ user_id: userId, user_info: info })),
  memberRemoved: (channel: string, userId: string) => eventText('pusher_internal:member_removed', channel, JSON.stringify({ user_id: userId })),
  /**
   * Builds the event in the form in which pusher-js itself reports a failed authorization, so that a screen has one
   * handler for both.
   */
  subscriptionError: (channel: string, type: 'AuthError' | 'AccessEnded' | 'LimitReached', status: number, error: string) =>
    eventText('pusher:subscription_error', channel, JSON.stringify({ type, error, status })),
} as const;

export type ClientMessage =
  | { kind: 'ping' }
  | { kind: 'pong' }
  | { kind: 'subscribe'; channel: string; auth: string; channelData: string | undefined }
  | { kind: 'unsubscribe'; channel: string }
  | { kind: 'client-event'; name: string; channel: string; data: unknown };

/** Parses a client's message. Returns a text for the client's developer when it cannot be parsed. */
export function parseClientMessage(bytes: Buffer): ClientMessage | string {
  let message: unknown;
  try {
    message = JSON.parse(bytes.toString('utf8'));
  } catch {
    return 'The message is not JSON';
  }
  const { event, channel, data } = isRecord(message) ? message : {};
  if (typeof event !== 'string' || event.length > MAX_EVENT_NAME) return 'The message names no event';
  const body = isRecord(data) ? data : {};
  switch (event) {
    case 'pusher:ping':
      return { kind: 'ping' };
    case 'pusher:pong':
      return { kind: 'pong' };
    case 'pusher:subscribe': {
      if (!isChannelName(body.channel)) return 'The channel name is not valid';
      const channelData = body.channel_data ?? undefined;
      if (channelData !== undefined && typeof channelData !== 'string') return 'channel_data is not text';
      return { kind: 'subscribe', channel: body.channel, auth: typeof body.auth === 'string' ? body.auth : '', channelData };
    }
    case 'pusher:unsubscribe':
      return isChannelName(body.channel) ? { kind: 'unsubscribe', channel: body.channel } : 'The channel name is not valid';
    default:
      if (!event.startsWith('client-')) return 'The event is not known';
      return isChannelName(channel) ? { kind: 'client-event', name: event, channel, data } : 'The channel name is not valid';
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
