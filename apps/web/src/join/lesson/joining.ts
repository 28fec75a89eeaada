import type { CallResult } from '@classwright/contract/core/endpoint';
import type { liveJoin } from '@classwright/contract/lesson/live/calls';
import { setChannelSigner } from '../../base/realtime.ts';
import { ask } from '../../lesson/ask.ts';

export type Joined = CallResult<typeof liveJoin>;

/** Joins a lesson: the server records that the student is in it, and returns the student's state. */
export interface Joining {
  join: () => Promise<Joined>;
  stop: () => void;
}

/**
 * Joins a lesson without waiting for the socket. A connected socket joins once more with its id, and so gets the
 * signatures for its channels without a call for each. `onSocketJoined` receives the lesson's state from that call.
 */
export function createJoining(assessmentId: number, onSocketJoined: (joining: Promise<Joined>) => void): Joining {
  const join = (socket_id?: string) => ask<typeof liveJoin>('POST', '/live/learning/join', { body: { assessment_id: assessmentId, socket_id } });
  let signed: { socketId: string; auth: Promise<Record<string, string>> } | null = null;

  setChannelSigner(async (socketId, channel) => {
    if (signed?.socketId !== socketId) {
      const joining = join(socketId);
      // If that fails, each channel is requested separately and reports the error.
      signed = { socketId, auth: joining.then(({ auth = {} }) => auth).catch(() => ({})) };
      onSocketJoined(joining);
    }
    const auth = await signed.auth;
    const signature = auth[channel];
    delete auth[channel]; // a retry requests it again
    return signature;
  });
  return { join: () => join(), stop: () => setChannelSigner(null) };
}
