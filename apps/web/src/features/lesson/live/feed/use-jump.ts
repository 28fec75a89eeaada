import { useEffect, useRef, useState } from 'react';
import { commentElementId, type Jump, postElementId } from './jump.ts';

const HIGHLIGHT_MS = 2_500;
/** A place that does not load within this time is not jumped to, since attention has moved on. */
const PATIENCE_MS = 5_000;

export interface JumpOptions {
  jump: Jump | null;
  /** True when the loaded posts include the post. A comment of it may still have to be requested. */
  isThere: boolean;
  /** Makes the place visible. Its post may be closed or not shown yet. */
  onArrive: (jump: Jump) => void;
  onJumped: () => void;
}

/**
 * Scrolls to a comment or a post once it is loaded and focuses it. Returns the jump in progress, then for a moment the place
 * to highlight.
 */
export function useJump({ jump, isThere, onArrive, onJumped }: JumpOptions): Jump | null {
  const latest = useRef({ onArrive, onJumped });
  latest.current = { onArrive, onJumped };
  const [highlighted, setHighlighted] = useState<Jump | null>(null);
  useEffect(() => {
    if (!jump || !isThere) return undefined;
    latest.current.onArrive(jump);
    let frame = requestAnimationFrame(function look() {
      const place = document.getElementById(jump.commentId === null ? postElementId(jump.postId) : commentElementId(jump.commentId));
      if (!place) {
        frame = requestAnimationFrame(look);
        return;
      }
      setHighlighted(jump);
      place.scrollIntoView({ block: 'center' });
      place.focus({ preventScroll: true });
      latest.current.onJumped();
    });
    return () => cancelAnimationFrame(frame);
  }, [jump, isThere]);
  useEffect(() => {
    if (!jump) return undefined;
    const timer = setTimeout(() => latest.current.onJumped(), PATIENCE_MS);
    return () => clearTimeout(timer);
  }, [jump]);
  useEffect(() => {
    if (highlighted === null) return undefined;
    const timer = setTimeout(() => setHighlighted(null), HIGHLIGHT_MS);
    return () => clearTimeout(timer);
  }, [highlighted]);
  return isThere ? (jump ?? highlighted) : highlighted;
}
