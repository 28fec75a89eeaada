import { useRef, useState } from 'react';
import { useKeptDraft } from '../../../../base/kept-draft.ts';
import { randomId } from '../../../../base/random-id.ts';
import { getSession } from '../../../../base/session.ts';
import { keep } from '../../../../base/storage.ts';
import type { QuestionValues } from './values.ts';

/** An unsaved draft as this device keeps it. */
export interface KeptDraft {
  values: QuestionValues;
  /** The question's values when the draft began, to distinguish another person's edit from one's own. */
  base: QuestionValues;
  /** The version of the question that the draft is based on; null for a new question. */
  base_updated_at: string | null;
  /** The time when it was last kept. */
  at: string;
}

const PREFIX = 'cw.question-draft';

/**
 * Returns the prefix of the keys of an account's drafts of one question. A new question can be written in several tabs,
 * each with its own draft.
 */
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

/** Parses a draft. One from an older version may lack required data, and is then not offered. */
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

/**
 * Keeps the draft of a question. `found` is the draft from an earlier visit. It is offered until it is restored or
 * discarded.
 */
export function useQuestionDraft(questionId: number | null) {
  const [found, setFound] = useState(() => readAll(questionId)[0] ?? null);
  const own = useRef(`${ownPrefix(questionId)}${randomId().slice(0, 8)}`);
  const kept = useKeptDraft<KeptDraft>(() => own.current);
  return {
    ...kept,
    found: found?.draft ?? null,
    /** Continues the found draft under its own key. */
    restore(): KeptDraft | null {
      if (!found) return null;
      kept.drop();
      own.current = found.key;
      setFound(null);
      kept.takeUp(found.draft);
      return found.draft;
    },
    discard(): void {
      if (found) keep('device', found.key, null);
      setFound(readAll(questionId).find(({ key }) => key !== own.current) ?? null);
    },
  };
}
