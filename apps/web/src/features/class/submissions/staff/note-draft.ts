import { useEffect, useState } from 'react';
import { getSession } from '../../../../base/session.ts';
import { keep, readKeptJson } from '../../../../base/storage.ts';

/** A private note that is not saved yet. */
interface NoteDraft {
  text: string;
  /** The note that its author saw when they started. */
  was: string;
}

interface KeptNote {
  draft: NoteDraft | null;
  /** False when this device keeps nothing beyond the page. */
  isKept: boolean;
  /** True when another page of this device changed it last. The newest text continues in both. */
  isFromElsewhere: boolean;
  /** Sets the draft; null when there is nothing left to save. */
  set: (draft: NoteDraft | null) => void;
}

function readDraft(key: string): NoteDraft | null {
  const { text, was } = readKeptJson<Partial<Record<keyof NoteDraft, unknown>>>('device', key) ?? {};
  return typeof text === 'string' && typeof was === 'string' ? { text, was } : null;
}

/** Keeps a person's unsaved note about a submission on this device, with every change, until it is saved. */
export function useNoteDraft(submissionId: number): KeptNote {
  const key = `cw.private-note.${getSession()?.user.account_id ?? 0}.${submissionId}`;
  const [draft, setDraft] = useState(() => readDraft(key));
  const [isKept, setKept] = useState(true);
  const [isFromElsewhere, setFromElsewhere] = useState(false);
  useEffect(() => {
    // The event reaches only the other pages.
    const take = (event: StorageEvent) => {
      if (event.key !== key) return;
      const newest = readDraft(key);
      setDraft(newest);
      setFromElsewhere(newest !== null);
    };
    addEventListener('storage', take);
    return () => removeEventListener('storage', take);
  }, [key]);
  const set = (next: NoteDraft | null) => {
    setDraft(next);
    setFromElsewhere(false);
    setKept(keep('device', key, next && JSON.stringify(next)));
  };
  return { draft, isKept, isFromElsewhere, set };
}
