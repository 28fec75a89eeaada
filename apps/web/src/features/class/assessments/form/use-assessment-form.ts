import { useState } from 'react';
import { useVersionedForm } from '../../../../base/versioned-form.ts';
import { type Assessment, saveAssessment } from '../calls.ts';
import { type KeptOf, readKeptForm, useKeptForm } from './kept-form.ts';
import { type Faults, findFaults, type Step, stepOf, STEPS } from './steps.ts';
import { type FormValues, newValues, toBody, toCopy, toValues } from './values.ts';

export interface AssessmentFormOptions {
  /** Null: a new one. */
  assessment: Assessment | null;
  /** What a new one is a copy of: nothing is made before it is saved. */
  copyOf?: Assessment | null;
  choosesAccount: boolean;
  onSaved: (saved: Assessment, message: string) => void;
}

/** Where the form opens: where one left off, at what a copy still lacks, else at the beginning. */
function firstStep(values: FormValues, isNew: boolean): Step {
  return (isNew ? undefined : STEPS.find((step) => Object.keys(findFaults(values, step, { choosesAccount: false })).length > 0)) ?? 'grade';
}

/** The form over an assessment, or over a new one. What is typed is kept on the device until it is saved. */
export function useAssessmentForm({ assessment, copyOf = null, choosesAccount, onSaved }: AssessmentFormOptions) {
  const isBlank = assessment === null && copyOf === null;
  const keptOf: KeptOf = assessment?.id ?? (copyOf && `copy-${copyOf.id}`);
  /** Why it was not saved the last time, whether a field says so too or not. */
  const [failure, setFailure] = useState<unknown>(null);
  const [found, setFound] = useState(() => readKeptForm(keptOf));
  const kept = useKeptForm(keptOf);
  const form = useVersionedForm<Assessment, FormValues, { assessment: Assessment; message: string }>({
    row: assessment,
    toValues: (from) => (from ? toValues(from) : copyOf ? toCopy(copyOf) : newValues()),
    begun: found && { values: found.values, on: found.base ?? null, isOutdated: assessment !== null && found.base_updated_at !== assessment.updated_at },
    fieldOf: (name) => name.split('.')[0] ?? name, // "questions.0.title" is said at the questions
    onTyped: (values, start, base) => keep(values, start, base, step),
    save: (values, base, key) => saveAssessment({ ...toBody(values), ...(copyOf && { copy_of: copyOf.id }) }, base, key),
    onSaved: (saved) => {
      kept.drop();
      onSaved(saved.assessment, saved.message);
    },
    onFailure: (refusal, faults) => {
      setFailure(refusal);
      showFaulty(faults);
    },
  });
  const { values, start, base } = form;
  const [step, setStep] = useState<Step>(found?.step ?? firstStep(start, isBlank));

  function keep(now: FormValues, on: FormValues, over: Assessment | null, at: Step): void {
    if (JSON.stringify(now) === JSON.stringify(on)) kept.drop();
    else kept.keep({ values: now, base: on, step: at, base_updated_at: over?.updated_at ?? null });
  }
  const turnTo = (to: Step): void => {
    setStep(to);
    keep(values, start, base, to);
  };
  /** Shows what is wrong where it is: at the first step that has something. */
  const showFaulty = (wrong: Faults): void => {
    const at = STEPS.find((one) => Object.keys(wrong).some((field) => stepOf(field) === one));
    if (at && at !== step) turnTo(at);
  };

  return {
    ...form,
    step,
    faults: form.faults as Faults,
    error: failure,
    kept,
    /** When what was typed before was taken up; null: it was not. */
    restoredAt: found?.at ?? null,
    /** On to the next step. False: this one is not right yet. */
    next(): boolean {
      const wrong = findFaults(values, step, { choosesAccount });
      form.blame(wrong);
      if (Object.keys(wrong).length > 0) return false;
      const following = STEPS[STEPS.indexOf(step) + 1];
      if (following) turnTo(following);
      return true;
    },
    goTo(to: Step): void {
      form.blame({});
      turnTo(to);
    },
    /** True when it is saved. */
    async save(): Promise<boolean> {
      setFailure(null);
      const wrong = Object.assign({}, ...STEPS.map((one) => findFaults(values, one, { choosesAccount }))) as Faults;
      if (Object.keys(wrong).length === 0) return form.save();
      form.blame(wrong);
      showFaulty(wrong);
      return false;
    },
    /** Gives up what was typed: from the newest version, or from nothing. */
    startAnew(): void {
      form.restart();
      setStep(firstStep(start, isBlank));
      setFound(null);
      setFailure(null);
      kept.drop();
    },
  };
}
export type AssessmentFormState = ReturnType<typeof useAssessmentForm>;
