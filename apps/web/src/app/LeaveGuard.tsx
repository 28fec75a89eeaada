import { unsavedStore } from '../base/unsaved.ts';
import { useChunk } from '../base/use-chunk.ts';
import { useStore } from '../base/use-store.ts';

const loadQuestion = () => import('./LeaveQuestion.tsx');

/** Nobody loses what was typed by leaving: from the first unsaved letter on, ways out ask, without a network too. */
export function LeaveGuard() {
  const isHolding = useStore(unsavedStore).size > 0;
  const question = useChunk(loadQuestion);
  return isHolding && question ? <question.LeaveQuestion /> : null;
}
