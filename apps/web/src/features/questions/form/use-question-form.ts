import { useRef, useState } from 'react';
import { isApiError } from '../../../base/api.ts';
import { randomId } from '../../../base/random-id.ts';
import { getSession } from '../../../base/session.ts';
import { arePicturesArriving } from '../../../ui/rich-text/arriving.ts';
import { loadVersions, saveQuestion, type Question, type QuestionBody } from '../calls.ts';
import { t } from '../t.ts';
import type { Conflict } from './ConflictPanel.tsx';
import { findFaults, findTemplateFaults, type Faults } from './find-faults.ts';
import { isSameForm, isSameValue, mergeNewer } from './merge.ts';
import { withPoints } from './scoring.ts';
import { toBody, toValues } from './to-values.ts';
import { useKeptDraft } from './use-kept-draft.ts';
import { newQuestion, type QuestionField, type QuestionValues } from './values.ts';

/** Who saved a question last; null where that cannot be known now. */
async function findEditor(id: number): Promise<Conflict['by']> {
  try {
    const versions = await loadVersions(id, new AbortController().signal);
    const newest = versions.find(({ is_current }) => is_current);
    return newest ? { name: newest.full_name, isSelf: newest.account_id === getSession()?.user.account_id } : null;
  } catch {
    return null;
  }
}

/** What templates hold. */
const PARTS = ['responses', 'rubrics', 'open_response'] as const;

export interface QuestionFormOptions {
  /** Null: a new one. */
  question: Question | null;
  /** What a new question begins with. */
  start: QuestionValues;
  /** Whether this person chooses the approval, which is then required. */
  choosesStatus: boolean;
  /** Whether an edit becomes a question of its own, and leaves the one it was begun on alone. */
  savesAsNew?: ((body: QuestionBody, question: Question) => boolean) | undefined;
  onSaved: (question: Question, message: string) => void;
}

/**
 * The form over a question, or over a new one. Faults are found here first, by the server's own rules, then there; both
 * stand by field. Whatever is typed is kept on the device until it is saved.
 */
export function useQuestionForm({ question, start, choosesStatus, savesAsNew, onSaved }: QuestionFormOptions) {
  const [base, setBase] = useState(question);
  const [baseValues, setBaseValues] = useState(start);
  const [values, setValues] = useState(start);
  /** After the first attempt faults follow what is typed. */
  const [shown, setShown] = useState<'nothing' | 'parts' | 'all'>('nothing');
  const [refused, setRefused] = useState<Faults>({});
  const [error, setError] = useState<unknown>(null);
  const [isUploading, setUploading] = useState(false);
  const [conflict, setConflict] = useState<Conflict | null>(null);
  const sent = useRef({ text: '', key: '' });
  const kept = useKeptDraft(question?.id ?? null);

  const faultsOf = (now: QuestionValues) => findFaults(now, { hasStatus: !choosesStatus || now.status !== null });
  const take = (next: QuestionValues) => {
    const now = withPoints(next);
    setValues(now);
    if (isSameForm(now, baseValues)) kept.drop();
    else kept.keep({ values: now, base: baseValues, base_updated_at: base?.updated_at ?? null });
  };
  /** Somebody else's version: ours on top of it, and what differs. */
  const meet = (newest: Question, typed: QuestionValues, on: QuestionValues, by: Conflict['by']) => {
    const theirs = toValues(newest, { choosesStatus });
    const merged = mergeNewer(on, typed, theirs);
    setBase(newest);
    setBaseValues(theirs);
    setValues(merged.values);
    kept.keep({ values: merged.values, base: theirs, base_updated_at: newest.updated_at });
    setConflict({ by, at: newest.updated_at, mine: typed, theirs, taken: merged.taken, differing: merged.differing, chosenTheirs: [] });
  };

  const refuse = async (failure: unknown): Promise<void> => {
    if (base && isApiError(failure, 'EDIT_CONFLICT') && failure.params['row']) {
      return meet(failure.params['row'] as Question, values, baseValues, await findEditor(base.id));
    }
    const byField = isApiError(failure, 'VALIDATION_FAILED') ? Object.entries(failure.errors) : [];
    setRefused(Object.fromEntries(byField.map(([name, texts]) => [name, texts.join(' ')])));
    if (byField.length === 0) setError(failure);
  };

  return {
    values,
    /** What stands beside the fields now. */
    faults: { ...refused, ...(shown === 'all' ? faultsOf(values) : shown === 'parts' ? findTemplateFaults(values) : {}) } as Faults,
    error,
    conflict,
    kept,
    base,
    isDirty: !isSameForm(values, baseValues),
    /** Something would be replaced by a template. */
    hasParts: !PARTS.every((part) => isSameValue(values[part], newQuestion()[part])),
    change(part: Partial<QuestionValues>): void {
      take({ ...values, ...part });
      // a place in a list means another row as soon as the list changes
      const changed = Object.keys(part);
      setRefused((before) => Object.fromEntries(Object.entries(before).filter(([name]) => !['pictures', ...changed].includes(name.split('.')[0] ?? ''))));
      if (part.published_state === 'DRAFT') setShown('nothing');
    },
    /** True when it is saved. */
    async save(): Promise<boolean> {
      setError(null);
      setRefused({});
      setShown('all');
      const pictures = arePicturesArriving();
      if (isUploading || pictures)
        setRefused({ ...(isUploading && { google_drive_link: t('bank.form.uploading') }), ...(pictures && { pictures: t('bank.form.picturesArriving') }) });
      if (isUploading || pictures || Object.keys(faultsOf(values)).length > 0) return false;
      const body = toBody(values, { choosesStatus });
      // the same body again is the same question, once; another one is another attempt
      const text = JSON.stringify(body);
      if (text !== sent.current.text) sent.current = { text, key: randomId() };
      try {
        const on = base && savesAsNew?.(body, base) ? null : base;
        const saved = await saveQuestion(body, on, sent.current.key);
        kept.drop();
        onSaved(saved.question, saved.message);
        return true;
      } catch (failure) {
        await refuse(failure);
        return false;
      }
    },
    /** Saving waits until files have arrived, else it would leave them out. */
    setUploading(now: boolean): void {
      setUploading(now);
      if (!now) setRefused(({ google_drive_link: _arrived, ...others }) => others);
    },
    /** Whether a template can be made of it; says what is missing. */
    checkTemplate(): boolean {
      const isFine = Object.keys(findTemplateFaults(values)).length === 0;
      setShown((before) => (isFine || before === 'all' ? before : 'parts'));
      return isFine;
    },
    /** In a conflict: whose version of these fields is saved. */
    choose(fields: readonly QuestionField[], whose: 'mine' | 'theirs'): void {
      if (!conflict) return;
      const from = conflict[whose];
      take({ ...values, ...(Object.fromEntries(fields.map((field) => [field, from[field]])) as Partial<QuestionValues>) });
      const others = conflict.chosenTheirs.filter((field) => !fields.includes(field));
      setConflict({ ...conflict, chosenTheirs: whose === 'theirs' ? [...others, ...fields] : others });
    },
    /** Takes up what this device kept. A question that was saved since is a conflict like any other. */
    async restore(): Promise<void> {
      const draft = kept.restore();
      if (!draft) return;
      if (base && draft.base_updated_at !== base.updated_at) meet(base, draft.values, draft.base, await findEditor(base.id));
      else take(draft.values);
    },
  };
}
