import { useState } from 'react';
import { getSession } from '../../../../base/session.ts';
import { type Editor, type Faults, useVersionedForm } from '../../../../base/versioned-form.ts';
import { arePicturesArriving } from '../../../../ui/rich-text/arriving.ts';
import { loadVersions, saveQuestion, type Question, type QuestionBody } from '../calls.ts';
import { t } from '../t.ts';
import { findFaults, findTemplateFaults } from './find-faults.ts';
import { isSameFilled } from '../../../../base/same-filled.ts';
import { withPoints } from './scoring.ts';
import { toBody, toValues } from './to-values.ts';
import { useQuestionDraft } from './question-draft.ts';
import { newQuestion, QUESTION_FIELDS, type QuestionValues } from './values.ts';

/** Who saved a question last; null where that cannot be known now. */
async function findEditor(id: number): Promise<Editor | null> {
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
  /** After the first attempt faults follow what is typed. */
  const [shown, setShown] = useState<'nothing' | 'parts' | 'all'>('nothing');
  const [isUploading, setUploading] = useState(false);
  const kept = useQuestionDraft(question?.id ?? null);
  const form = useVersionedForm<Question, QuestionValues, { question: Question; message: string }>({
    row: question,
    toValues: (from) => (from ? toValues(from, { choosesStatus }) : start),
    isSame: isSameFilled,
    settle: withPoints,
    findEditor: ({ id }) => findEditor(id),
    onTyped: (values, on, base) => {
      if (QUESTION_FIELDS.every((field) => isSameFilled(values[field], on[field]))) kept.drop();
      else kept.keep({ values, base: on, base_updated_at: base?.updated_at ?? null });
    },
    save: (values, base, key) => {
      const body = toBody(values, { choosesStatus });
      return saveQuestion(body, base && savesAsNew?.(body, base) ? null : base, key);
    },
    onSaved: (saved) => {
      kept.drop();
      onSaved(saved.question, saved.message);
    },
  });
  const { values, base } = form;
  const faultsOf = (now: QuestionValues) => findFaults(now, { hasStatus: !choosesStatus || now.status !== null });

  return {
    ...form,
    kept,
    /** What stands beside the fields now. */
    faults: { ...form.faults, ...(shown === 'all' ? faultsOf(values) : shown === 'parts' ? findTemplateFaults(values) : {}) } as Faults,
    /** Something would be replaced by a template. */
    hasParts: !PARTS.every((part) => isSameFilled(values[part], newQuestion()[part])),
    change(part: Partial<QuestionValues>): void {
      form.change(part);
      form.forget(['pictures']);
      if (part.published_state === 'DRAFT') setShown('nothing');
    },
    /** True when it is saved. */
    async save(): Promise<boolean> {
      setShown('all');
      const arePictures = arePicturesArriving();
      form.blame({
        ...(isUploading && { google_drive_link: t('bank.form.uploading') }),
        ...(arePictures && { pictures: t('bank.form.picturesArriving') }),
      });
      if (isUploading || arePictures || Object.keys(faultsOf(values)).length > 0) return false;
      return form.save();
    },
    /** Saving waits until files have arrived, else it would leave them out. */
    setUploading(now: boolean): void {
      setUploading(now);
      if (!now) form.forget(['google_drive_link']);
    },
    /** Whether a template can be made of it; says what is missing. */
    checkTemplate(): boolean {
      const isFine = Object.keys(findTemplateFaults(values)).length === 0;
      setShown((before) => (isFine || before === 'all' ? before : 'parts'));
      return isFine;
    },
    /** Takes up what this device kept. A question that was saved since is a conflict like any other. */
    async restore(): Promise<void> {
      const draft = kept.restore();
      if (draft) await form.resume({ values: draft.values, on: draft.base, isOutdated: base !== null && draft.base_updated_at !== base.updated_at });
    },
  };
}
