import type { CallResult } from '@classwright/contract/core/endpoint';
import type { liveJoin } from '@classwright/contract/lesson/live/calls';
import { signChannelsBy } from '../../base/realtime.ts';
import { ask } from '../../lesson/ask.ts';

export type Joined = CallResult<typeof liveJoin>;

/** Comes into a lesson: the server records that the student is in it, and says where the student stands. */
export interface Joining {
  join: () => Promise<Joined>;
  stop: () => void;
}

/**
 * A lesson is joined without waiting for the socket. A socket that stands joins once more, with its id, and so gets what
 * it enters its channels with in place of a call for each; `onSocketJoined` takes what that call says of the lesson.
 */
export function createJoining(assessmentId: number, onSocketJoined: (joining: Promise<Joined>) => void): Joining {
  const join = (socket_id?: string) => ask<typeof liveJoin>('POST', '/live/learning/join', { body: { assessment_id: assessmentId, socket_id } });
  let signed: { socketId: string; auth: Promise<Record<string, string>> } | null = null;

  signChannelsBy(async (socketId, channel) => {
    if (signed?.socketId !== socketId) {
      const joining = join(socketId);
      // where that fails each channel is asked for alone, and says what is wrong
      signed = { socketId, auth: joining.then(({ auth = {} }) => auth).catch(() => ({})) };
      onSocketJoined(joining);
    }
    const auth = await signed.auth;
    const signature = auth[channel];
    delete auth[channel]; // what is tried again is asked for anew
    return signature;
  });
  return { join: () => join(), stop: () => signChannelsBy(null) };
}
