import type { Answer, Incoming, Note } from './answer.ts';
import { denied, invalid, notFound, scopeMissing } from './errors.ts';
import type { OAuth } from './oauth.ts';
import { scope } from './scopes.ts';
import type { World } from './world.ts';

const MOST_MESSAGES = 1000;

/**
 * Handles `subscriptions.get`, `.pull`, `.acknowledge` and `.modifyAckDeadline`. Null for other calls. A pull never
 * waits for messages.
 */
export function answerPubSub(world: World, oauth: OAuth, incoming: Incoming, note: Note): Answer | null {
  const found = /^\/v1\/(projects\/([^/]+)\/subscriptions\/[^/:]+)(?::(pull|acknowledge|modifyAckDeadline))?$/.exec(incoming.path);
  const [, subscription = '', projectId, verb = 'get'] = found ?? [];
  if (!found || incoming.method !== (verb === 'get' ? 'GET' : 'POST')) return null;
  note.id = `pubsub.${verb}`;
  const bearer = oauth.identify(incoming.headers.authorization as string | undefined);
  note.bearer = bearer;
  if (!bearer.scopes.has(scope('pubsub'))) throw scopeMissing('pubsub.googleapis.com', `google.pubsub.v1.Subscriber.${verb}`);
  if (bearer.project.id !== projectId) throw denied('User not authorized to perform this action.');
  if (!world.pubsub.hasSubscription(subscription)) throw notFound();
  if (verb === 'get')
    return { status: 200, body: { name: subscription, topic: world.pubsub.topicOf(subscription), ackDeadlineSeconds: world.pubsub.ackDeadlineMs / 1000 } };
  const { maxMessages, ackIds, ackDeadlineSeconds } = parse(incoming.text);
  if (verb === 'pull') {
    if (!Number.isInteger(maxMessages) || (maxMessages as number) < 1)
      throw invalid('You have passed an invalid argument to the service (argument=max_messages).');
    const receivedMessages = world.pubsub.pull(subscription, Math.min(maxMessages as number, MOST_MESSAGES));
    return { status: 200, body: receivedMessages.length > 0 ? { receivedMessages } : {} };
  }
  if (!Array.isArray(ackIds) || ackIds.length === 0) throw invalid('You have passed an invalid argument to the service (argument=ack_ids).');
  if (verb === 'acknowledge') world.pubsub.acknowledge(subscription, ackIds as string[]);
  else world.pubsub.modifyDeadline(subscription, ackIds as string[], Number(ackDeadlineSeconds ?? 0));
  return { status: 200, body: {} };
}

function parse(text: string): Record<string, unknown> {
  try {
    return (JSON.parse(text) ?? {}) as Record<string, unknown>;
  } catch {
    throw invalid('Invalid JSON payload received.');
  }
}
