import { useEffect, useState } from 'react';
import { getSession } from '../../../../base/session.ts';
import { keep, readKeptJson } from '../../../../base/storage.ts';

/** A private note as it was written and is not saved. */
interface NoteDraft {
  text: string;
  /** The note that its author saw when they began. */
  was: string;
}

interface KeptNote {
  draft: NoteDraft | null;
  /** False: this device keeps nothing beyond the page. */
  isKept: boolean;
  /** Another page of this device wrote it last: the newest goes on in both. */
  isFromElsewhere: boolean;
  /** Null: there is nothing to be saved any more. */
  set: (draft: NoteDraft | null) => void;
}

function readDraft(key: string): NoteDraft | null {
  const { text, was } = readKeptJson<Partial<Record<keyof NoteDraft, unknown>>>('device', key) ?? {};
  return typeof text === 'string' && typeof was === 'string' ? { text, was } : null;
}

/** What one person has written on this device about a submission, with every change, until it is saved. */
export function useNoteDraft(submissionId: number): KeptNote {
  const key = `cw.private-note.${getSession()?.user.account_id ?? 0}.${submissionId}`;
  const [draft, setDraft] = useState(() => readDraft(key));
  const [isKept, setKept] = useState(true);
  const [isFromElsewhere, setFromElsewhere] = useState(false);
  useEffect(() => {
    // told to the other pages alone
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
