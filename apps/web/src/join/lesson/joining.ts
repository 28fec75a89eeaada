import type { CallResult } from '@classwright/contract/core/endpoint';
import type { liveJoin } from '@classwright/contract/lesson/live/calls';
import { setChannelSigner } from '../../base/realtime.ts';
import { getToken, rememberedToken } from '../../base/session.ts';
import { ask } from '../../lesson/ask.ts';
import { connectWithTicket } from './socket-ticket.ts';

export type Joined = CallResult<typeof liveJoin>;

/** The response to a join, and the times of the page's steady counter between which it was under way. */
export interface JoinAnswer {
  joined: Joined;
  sentAt: number;
  receivedAt: number;
}

/** Joins a lesson: the server records that the student is in it, and returns the student's state. */
export interface Joining {
  join: () => Promise<JoinAnswer>;
  stop: () => void;
}

async function askToJoin(
  assessment_id: number,
  { socket_id, token }: { socket_id?: string | undefined; token?: string | undefined } = {},
): Promise<JoinAnswer> {
  const sentAt = performance.now();
  const asked = ask<typeof liveJoin>('POST', '/live/learning/join', { token, body: { assessment_id, socket_id } });
  const asker = token ?? getToken();
  if (socket_id === undefined && asker !== null)
    connectWithTicket(
      asker,
      asked.then(({ socket_ticket }) => socket_ticket),
    );
  const joined = await asked;
  return { joined, sentAt, receivedAt: performance.now() };
}

let early: { assessmentId: number; token: string; answer: Promise<JoinAnswer> } | null = null;

/**
 * Joins with the sign-in that this tab or device remembers, while the page still asks whose it is: the lesson's first
 * join uses the response. Does nothing when nobody is remembered.
 */
export function joinEarly(assessmentId: number): void {
  const token = rememberedToken();
  if (token === null) return;
  const answer = askToJoin(assessmentId, { token });
  answer.catch(() => undefined); // The lesson reports the failure.
  early = { assessmentId, token, answer };
}

/** Returns the early join's response if it was for this lesson and the same sign-in. It serves once. */
function takeEarly(assessmentId: number): Promise<JoinAnswer> | null {
  const sent = early;
  early = null;
  return sent?.assessmentId === assessmentId && sent.token === getToken() ? sent.answer : null;
}

/**
 * Joins a lesson without waiting for the socket, which is opened with the response's ticket. A socket that was open
 * already, or comes back later, joins once more with its id, and so gets the
 * signatures for its channels without a call for each. `onSocketJoined` receives the lesson's state from that call.
 */
export function createJoining(assessmentId: number, onSocketJoined: (joining: Promise<JoinAnswer>) => void): Joining {
  let signed: { socketId: string; auth: Promise<Record<string, string>> } | null = null;

  setChannelSigner(async (socketId, channel) => {
    if (signed?.socketId !== socketId) {
      const joining = askToJoin(assessmentId, { socket_id: socketId });
      // If that fails, each channel is requested separately and reports the error.
      signed = { socketId, auth: joining.then(({ joined: { auth = {} } }) => auth).catch(() => ({})) };
      onSocketJoined(joining);
    }
    const auth = await signed.auth;
    const signature = auth[channel];
    delete auth[channel]; // a retry requests it again
    return signature;
  });
  return { join: () => takeEarly(assessmentId) ?? askToJoin(assessmentId), stop: () => setChannelSigner(null) };
}
