import { useCallback, useEffect, useRef, useState } from 'react';
import { randomId } from '../../../base/random-id.ts';
import { getSession } from '../../../base/session.ts';
import { useEvent } from '../../../base/use-event.ts';
import type { QuestionValues } from './values.ts';

/** What was typed and not saved, as this device keeps it. */
export interface KeptDraft {
  values: QuestionValues;
  /** What the question said when it was begun, so that another person's edit is not taken for one's own. */
  base: QuestionValues;
  /** The version of the question that it was begun on; null for a new question. */
  base_updated_at: string | null;
  /** When it was kept last. */
  at: string;
}

const PREFIX = 'cw.question-draft';
/** Writing to the device is cheap, but not at every key. */
const PAUSE_MS = 400;

/** All of one account's drafts of one question begin so; a new question can be written in several tabs at once, each has its own. */
const ownPrefix = (questionId: number | null): string => `${PREFIX}.${getSession()?.user.account_id ?? 0}.${questionId ?? 'new'}.`;

function readAll(questionId: number | null): { key: string; draft: KeptDraft }[] {
  try {
    const prefix = ownPrefix(questionId);
    return Object.keys(localStorage)
      .filter((key) => key.startsWith(prefix))
      .flatMap((key) => {
        const draft = parse(localStorage.getItem(key));
        return draft ? [{ key, draft }] : [];
      })
      .sort((left, right) => right.draft.at.localeCompare(left.draft.at));
  } catch {
    return []; // the browser blocks storage
  }
}

/** A draft of an older program may lack what this one needs; then it is not offered. */
function parse(text: string | null): KeptDraft | null {
  try {
    const draft = JSON.parse(text ?? 'null') as Partial<KeptDraft> | null;
    const values = draft?.values as Partial<QuestionValues> | undefined;
    const isWhole = values && typeof values.title === 'string' && [values.responses, values.rubrics, values.open_response, values.tag].every(Array.isArray);
    return isWhole && typeof draft?.at === 'string' ? (draft as KeptDraft) : null;
  } catch {
    return null;
  }
}

function write(key: string, draft: KeptDraft | null): boolean {
  try {
    if (draft) localStorage.setItem(key, JSON.stringify(draft));
    else localStorage.removeItem(key);
    return true;
  } catch {
    return false;
  }
}

/**
 * Keeps what is typed on the device, so that it survives a reload, a closed form and a dead battery. `found` is what
 * an earlier visit left; it is offered, and stays until it is restored or discarded.
 */
export function useKeptDraft(questionId: number | null) {
  const [found, setFound] = useState(() => readAll(questionId)[0] ?? null);
  const [keptAt, setKeptAt] = useState<string | null>(null);
  const [isFull, setIsFull] = useState(false);
  const own = useRef(`${ownPrefix(questionId)}${randomId().slice(0, 8)}`);
  const waiting = useRef<{ draft: Omit<KeptDraft, 'at'>; timer: ReturnType<typeof setTimeout> } | null>(null);

  const flush = useEvent(() => {
    if (!waiting.current) return;
    clearTimeout(waiting.current.timer);
    const at = new Date().toISOString();
    const done = write(own.current, { ...waiting.current.draft, at });
    waiting.current = null;
    setIsFull(!done);
    setKeptAt(done ? at : null);
  });
  const drop = useCallback(() => {
    if (waiting.current) clearTimeout(waiting.current.timer);
    waiting.current = null;
    write(own.current, null);
    setKeptAt(null);
  }, []);
  useEffect(() => {
    addEventListener('pagehide', flush);
    return () => {
      removeEventListener('pagehide', flush);
      flush(); // closed within the pause after the last key
    };
  }, [flush]);

  return {
    found: found?.draft ?? null,
    keptAt,
    isFull,
    keep(draft: Omit<KeptDraft, 'at'>): void {
      if (waiting.current) clearTimeout(waiting.current.timer);
      waiting.current = { draft, timer: setTimeout(flush, PAUSE_MS) };
    },
    /** What was typed here is saved, or given up. */
    drop,
    /** Takes up what was found: it goes on under its own name. */
    restore(): KeptDraft | null {
      if (!found) return null;
      drop();
      own.current = found.key;
      setFound(null);
      setKeptAt(found.draft.at);
      return found.draft;
    },
    discard(): void {
      if (found) write(found.key, null);
      setFound(readAll(questionId).find(({ key }) => key !== own.current) ?? null);
    },
  };
}
