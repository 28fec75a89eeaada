import { useRef, useState } from 'react';
import { useKeptDraft } from '../../../../base/kept-draft.ts';
import { randomId } from '../../../../base/random-id.ts';
import { getSession } from '../../../../base/session.ts';
import { keep } from '../../../../base/storage.ts';
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

/**
 * The draft of one question. `found` is what an earlier visit left; it is offered, and stays until it is restored or
 * discarded.
 */
export function useQuestionDraft(questionId: number | null) {
  const [found, setFound] = useState(() => readAll(questionId)[0] ?? null);
  const own = useRef(`${ownPrefix(questionId)}${randomId().slice(0, 8)}`);
  const kept = useKeptDraft<KeptDraft>(() => own.current);
  return {
    ...kept,
    found: found?.draft ?? null,
    /** Takes up what was found: it goes on under its own name. */
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
