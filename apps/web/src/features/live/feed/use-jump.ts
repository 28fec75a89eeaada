import { useEffect, useRef, useState } from 'react';
import { commentElementId, type Jump } from './jump.ts';

const HIGHLIGHT_MS = 2_500;
/** A comment that does not come within this time is not jumped to any more: the focus has moved on. */
const PATIENCE_MS = 5_000;

export interface JumpOptions {
  jump: Jump | null;
  /** The comment is in what was loaded. */
  isThere: boolean;
  /** Makes the comment visible: its post may be closed, or wait to be shown. */
  onArrive: (jump: Jump) => void;
  onJumped: () => void;
}

/** Brings a comment into view once it is there, with the focus. Answers the comment to be highlighted for a moment. */
export function useJump({ jump, isThere, onArrive, onJumped }: JumpOptions): number | null {
  const latest = useRef({ onArrive, onJumped });
  latest.current = { onArrive, onJumped };
  const [highlighted, setHighlighted] = useState<number | null>(null);
  useEffect(() => {
    if (!jump || !isThere) return undefined;
    setHighlighted(jump.commentId);
    latest.current.onArrive(jump);
    const frame = requestAnimationFrame(() => {
      const comment = document.getElementById(commentElementId(jump.commentId));
      comment?.scrollIntoView({ block: 'center' });
      comment?.focus({ preventScroll: true });
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
  return highlighted;
}
