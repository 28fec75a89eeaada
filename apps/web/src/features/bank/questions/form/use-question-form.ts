import { useState } from 'react';
import { getSession } from '../../../../base/session.ts';
import { type Editor, type Faults, useVersionedForm } from '../../../../base/versioned-form.ts';
import { arePicturesArriving } from '../../../../ui/rich-text/arriving.ts';
import { loadVersions, saveQuestion, type Question, type QuestionBody } from '../calls.ts';
import { t } from '../../../../base/t.ts';
import { findFaults, findTemplateFaults } from './find-faults.ts';
import { isSameFilled } from '../../../../base/same-filled.ts';
import { withPoints } from './scoring.ts';
import { toBody, toValues } from './to-values.ts';
import { useQuestionDraft } from './question-draft.ts';
import { newQuestion, QUESTION_FIELDS, type QuestionValues } from './values.ts';

/** Finds the person who last saved a question; null if it cannot be determined now. */
async function findEditor(id: number): Promise<Editor | null> {
  try {
    const versions = await loadVersions(id, new AbortController().signal);
    const newest = versions.find(({ is_current }) => is_current);
    return newest ? { name: newest.full_name, isSelf: newest.account_id === getSession()?.user.account_id } : null;
  } catch {
    return null;
  }
}

/** The fields that a template contains. */
const PARTS = ['responses', 'rubrics', 'open_response'] as const;

export interface QuestionFormOptions {
  /** Null for a new question. */
  question: Question | null;
  /** The initial values of a new question. */
  start: QuestionValues;
  /** True when this person chooses the approval, which is then required. */
  choosesStatus: boolean;
  /** Returns true when an edit becomes a new question and leaves the original unchanged. */
  savesAsNew?: ((body: QuestionBody, question: Question) => boolean) | undefined;
  onSaved: (question: Question, message: string) => void;
}

/**
 * A form for a question or a new one. Errors are found here first by the server's own rules, then on the server; both
 * appear by field. Typed values are kept on the device until saved.
 */
export function useQuestionForm({ question, start, choosesStatus, savesAsNew, onSaved }: QuestionFormOptions) {
  /** After the first attempt, errors update while typing. */
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
    /** The errors next to the fields now. */
    faults: { ...form.faults, ...(shown === 'all' ? faultsOf(values) : shown === 'parts' ? findTemplateFaults(values) : {}) } as Faults,
    /** True when a template would replace something. */
    hasParts: !PARTS.every((part) => isSameFilled(values[part], newQuestion()[part])),
    change(part: Partial<QuestionValues>): void {
      form.change(part);
      form.forget(['pictures']);
      if (part.published_state === 'DRAFT') setShown('nothing');
    },
    /** Saves the question. Returns true when it is saved. */
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
    /** Records whether files are being uploaded. Saving waits for them, so that none is left out. */
    setUploading(now: boolean): void {
      setUploading(now);
      if (!now) form.forget(['google_drive_link']);
    },
    /** Checks whether a template can be made from it, and reports what is missing. */
    checkTemplate(): boolean {
      const isFine = Object.keys(findTemplateFaults(values)).length === 0;
      setShown((before) => (isFine || before === 'all' ? before : 'parts'));
      return isFine;
    },
    /** Restores the draft kept on this device. If the question was saved since, that is a conflict like any other. */
    async restore(): Promise<void> {
      const draft = kept.restore();
      if (draft) await form.resume({ values: draft.values, on: draft.base, isOutdated: base !== null && draft.base_updated_at !== base.updated_at });
    },
  };
}
