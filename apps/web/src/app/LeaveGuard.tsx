import { unsavedStore } from '../base/unsaved.ts';
import { useChunk } from '../base/use-chunk.ts';
import { useStore } from '../base/use-store.ts';

const loadQuestion = () => import('./LeaveQuestion.tsx');

/**
 * Protects typed text from being lost by leaving: from the first unsaved character on, leaving asks first, even
 * offline.
 */
export function LeaveGuard() {
  const isHolding = useStore(unsavedStore).size > 0;
  const question = useChunk(loadQuestion);
  return isHolding && question ? <question.LeaveQuestion /> : null;
}
