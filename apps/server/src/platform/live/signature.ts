import { createHmac, timingSafeEqual } from 'node:crypto';

/** Signs a subscription as the protocol has it: `key:HMAC-SHA256(secret, "socket_id:channel[:channel_data]")`. */
export function signSubscription(key: string, secret: string, socketId: string, channel: string, channelData?: string): string {
  const text = channelData === undefined ? `${socketId}:${channel}` : `${socketId}:${channel}:${channelData}`;
  return `${key}:${createHmac('sha256', secret).update(text).digest('hex')}`;
}

/** Whether `auth` is our signature for exactly this socket, channel and member. Takes the same time whatever is wrong. */
export function isSubscriptionSigned(
  key: string,
  secret: string,
  subscription: { socketId: string; channel: string; channelData?: string | undefined; auth: string },
): boolean {
  const { socketId, channel, channelData, auth } = subscription;
  const expected = Buffer.from(signSubscription(key, secret, socketId, channel, channelData));
  const given = Buffer.from(auth);
  return given.length === expected.length && timingSafeEqual(given, expected);
}
