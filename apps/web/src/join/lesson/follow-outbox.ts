import type { PostView } from '@classwright/contract/lesson/live/views';
import type { Outbox } from '../../lesson/outbox/index.ts';
import type { LessonModel } from './model.ts';

/**
 * Follows the own answers and drafts for the lesson on the screen. Returns a function that stops it. `onOwnPost`: the
 * server has confirmed an answer that this tab sent. `onDoubt`: an item was refused, overtaken by another device, or
 * delivered by another tab, so the server has the true state.
 */
export function followOutbox(
  outbox: Outbox,
  model: () => LessonModel,
  { onOwnPost, onDoubt }: { onOwnPost: (post: PostView) => void; onDoubt: () => void },
): () => void {
  const stopOutcomes = outbox.onOutcome((item, outcome) => {
    if (item.session_id !== model().known?.epoch) return;
    if (outcome.is === 'answer-received') onOwnPost(outcome.post);
    const isOvertaken = outcome.is === 'draft-saved' && item.kind === 'draft' && outcome.revision > item.revision;
    if (outcome.is === 'refused' || isOvertaken) onDoubt();
  });

  /** The answers delivered by another tab. Each is requested once. */
  const heardOf = new Set<string>();
  const stopItems = outbox.items.subscribe(() => {
    const { known, ownPosts } = model();
    for (const item of outbox.items.get()) {
      const isNews = item.kind === 'answer' && item.received_at !== null && item.session_id === known?.epoch && !ownPosts[item.form];
      if (!isNews || heardOf.has(item.key)) continue;
      heardOf.add(item.key);
      onDoubt();
    }
  });
  return () => {
    stopOutcomes();
    stopItems();
  };
}
