import type { soloDraft, SoloView } from '@classwright/contract/lesson/solo/calls';
import type { Form } from '@classwright/contract/lesson/live/forms';
import { useEffect, useRef, useState } from 'react';
import { keep, readKeptJson } from '../../base/storage.ts';
import { ask } from '../../lesson/ask.ts';
import { typedKeys } from '../../lesson/kept-keys.ts';

/** The choice and words of a form that is not submitted yet. A later revision is newer, also one of another device. */
export interface SoloDraft {
  revision: number;
  response_id: number | null;
  words: string;
}

/** The place of the draft: none yet, this page alone where the browser stores nothing, this device, or the server since an instant. */
export type SoloStanding = { is: 'nothing' } | { is: 'only-here' } | { is: 'here' } | { is: 'saved'; at: string };

const AFTER_TYPING_MS = 1_000;
const AGAIN_MS = 5_000;

/** Returns the newer of what the server and this device have, or an empty draft. */
export function newerDraft(stored: SoloView['draft'], kept: SoloDraft | null): SoloDraft {
  const both = [stored, kept].filter((draft) => draft !== null).toSorted((left, right) => right.revision - left.revision);
  return both[0] ?? { revision: 0, response_id: null, words: '' };
}

/**
 * Keeps what is typed in a form of a solo lesson: on the device at once, so that a reload or a lost network loses
 * nothing, and on the server a moment later, so that another device can go on.
 */
export function useSoloDraft({ accountId, assessmentId, form, stored }: { accountId: number; assessmentId: number; form: Form; stored: SoloView['draft'] }) {
  const place = `${typedKeys(accountId)}solo-${assessmentId}-${form}`;
  const [typed, setTyped] = useState(() => newerDraft(stored, readKeptJson<SoloDraft>('device', place)));
  const [standing, setStanding] = useState<SoloStanding>({ is: 'nothing' });
  const [attempt, setAttempt] = useState(0);
  const sent = useRef(stored?.revision ?? 0);

  useEffect(() => {
    if (typed.revision <= sent.current) return undefined;
    let gone = false;
    let timer = setTimeout(() => void send(), AFTER_TYPING_MS);
    async function send(): Promise<void> {
      try {
        const saved = await ask<typeof soloDraft>('PUT', '/live/learning/solo/draft', { body: { assessment_id: assessmentId, form, ...typed } });
        sent.current = Math.max(sent.current, saved.revision);
        if (!gone) setStanding({ is: 'saved', at: saved.saved_at });
      } catch {
        // the submission shows why, if it is refused too
        if (!gone) timer = setTimeout(() => setAttempt((before) => before + 1), AGAIN_MS);
      }
    }
    return () => {
      gone = true;
      clearTimeout(timer);
    };
  }, [typed, attempt, assessmentId, form]);

  function change(part: Partial<Pick<SoloDraft, 'response_id' | 'words'>>): void {
    const next = { ...typed, ...part, revision: Math.max(Date.now(), typed.revision + 1) };
    const isKept = keep('device', place, JSON.stringify(next));
    setTyped(next);
    setStanding({ is: isKept ? 'here' : 'only-here' });
  }
  return { typed, change, standing, forget: () => keep('device', place, null) };
}
