import { useEffect, useRef, useState } from 'react';
import { getSession } from '../../../base/session.ts';
import { keep, readKeptJson } from '../../../base/storage.ts';
import { useEvent } from '../../../base/use-event.ts';
import type { Step } from './steps.ts';
import type { FormValues } from './values.ts';

/** What was typed and not saved, as this device keeps it. */
export interface KeptForm {
  values: FormValues;
  /** What the form said when it was begun; a draft of an older program does not know. */
  base?: FormValues;
  step: Step;
  /** The version of the assessment that it was begun on; null for a new one. */
  base_updated_at: string | null;
  at: string;
}

const PAUSE_MS = 400;
/** An assessment, or the one that a copy is begun on; null: a new one. */
export type KeptOf = number | `copy-${number}` | null;
const keyOf = (id: KeptOf): string => `cw.assessment-draft.${getSession()?.user.account_id ?? 0}.${id ?? 'new'}`;

/** What an earlier visit left of this form; a draft of an older program that lacks something is none. */
export function readKeptForm(id: KeptOf): KeptForm | null {
  const kept = readKeptJson<Partial<KeptForm>>('device', keyOf(id));
  const isWhole = kept?.values && typeof kept.values.title === 'string' && Array.isArray(kept.values.questions) && Array.isArray(kept.values.google_drive_link);
  return isWhole && kept.step && kept.at ? (kept as KeptForm) : null;
}

/** Keeps what is typed on the device, so that it survives a reload, a closed form and a dead battery. */
export function useKeptForm(id: KeptOf) {
  const [keptAt, setKeptAt] = useState<string | null>(null);
  const [isFull, setIsFull] = useState(false);
  const waiting = useRef<{ kept: Omit<KeptForm, 'at'>; timer: ReturnType<typeof setTimeout> } | null>(null);
  const flush = useEvent(() => {
    if (!waiting.current) return;
    clearTimeout(waiting.current.timer);
    const at = new Date().toISOString();
    const done = keep('device', keyOf(id), JSON.stringify({ ...waiting.current.kept, at }));
    waiting.current = null;
    setIsFull(!done);
    setKeptAt(done ? at : null);
  });
  useEffect(() => {
    addEventListener('pagehide', flush);
    return () => {
      removeEventListener('pagehide', flush);
      flush(); // closed within the pause after the last key
    };
  }, [flush]);
  return {
    keptAt,
    /** The device keeps nothing: what is typed lives as long as the page. */
    isFull,
    keep(kept: Omit<KeptForm, 'at'>): void {
      if (waiting.current) clearTimeout(waiting.current.timer);
      waiting.current = { kept, timer: setTimeout(flush, PAUSE_MS) };
    },
    /** It is saved, or given up. */
    drop(): void {
      if (waiting.current) clearTimeout(waiting.current.timer);
      waiting.current = null;
      keep('device', keyOf(id), null);
      setKeptAt(null);
    },
  };
}
