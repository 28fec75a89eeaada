import { useState } from 'react';
import { useVersionedForm } from '../../../../base/versioned-form.ts';
import { type Assessment, saveAssessment } from '../calls.ts';
import { useKeptDraft } from '../../../../base/kept-draft.ts';
import { getSession } from '../../../../base/session.ts';
import { readKeptJson } from '../../../../base/storage.ts';
import { type Faults, findFaults, type Step, stepOf, STEPS } from './steps.ts';
import { type FormValues, newValues, toBody, toCopy, toValues } from './values.ts';

/** A typed, unsaved form, as this device keeps it. */
interface KeptForm {
  values: FormValues;
  /** The form's original values. Missing in a draft of an older program. */
  base?: FormValues;
  step: Step;
  /** The version of the assessment it was started on; null for a new one. */
  base_updated_at: string | null;
  at: string;
}

/** An assessment, the one that a copy starts from, or the question that a new one starts with; null: a new one. */
type KeptOf = number | `copy-${number}` | `question-${number}-${number}` | null;
const keyOf = (id: KeptOf): string => `cw.assessment-draft.${getSession()?.user.account_id ?? 0}.${id ?? 'new'}`;

/** Returns a draft of this form from an earlier visit. An incomplete draft of an older program is ignored. */
function readKeptForm(id: KeptOf): KeptForm | null {
  const kept = readKeptJson<Partial<KeptForm>>('device', keyOf(id));
  const isWhole = kept?.values && typeof kept.values.title === 'string' && Array.isArray(kept.values.questions) && Array.isArray(kept.values.google_drive_link);
  return isWhole && kept.step && kept.at ? (kept as KeptForm) : null;
}

/** Keeps the typed form on the device. */
const useKeptForm = (id: KeptOf) => useKeptDraft<KeptForm>(() => keyOf(id));

export interface AssessmentFormOptions {
  /** The assessment, or null for a new one. */
  assessment: Assessment | null;
  /** The original of a new copy. Nothing is created before it is saved. */
  copyOf?: Assessment | null;
  /** The values that a new assessment starts with. Left out: none. */
  starts?: FormValues | null;
  choosesAccount: boolean;
  onSaved: (saved: Assessment, message: string) => void;
}

/**
 * Returns the step at which the form opens: the last one of a draft, the first incomplete one of a copy or of an
 * assessment that starts with a question, otherwise the first.
 */
function firstStep(values: FormValues, isNew: boolean): Step {
  return (isNew ? undefined : STEPS.find((step) => Object.keys(findFaults(values, step, { choosesAccount: false })).length > 0)) ?? 'grade';
}

/** The form for an assessment, or for a new one. Typed values are kept on the device until they are saved. */
export function useAssessmentForm({ assessment, copyOf = null, starts = null, choosesAccount, onSaved }: AssessmentFormOptions) {
  const isBlank = assessment === null && copyOf === null && starts === null;
  const question = starts?.questions[0];
  const keptOf: KeptOf = assessment?.id ?? (copyOf ? `copy-${copyOf.id}` : question ? `question-${question.id}-${starts.class_id ?? 0}` : null);
  /** The reason the last save failed, even if a field shows it too. */
  const [failure, setFailure] = useState<unknown>(null);
  const [found, setFound] = useState(() => readKeptForm(keptOf));
  const kept = useKeptForm(keptOf);
  const form = useVersionedForm<Assessment, FormValues, { assessment: Assessment; message: string }>({
    row: assessment,
    toValues: (from) => (from ? toValues(from) : copyOf ? toCopy(copyOf) : (starts ?? newValues())),
    begun: found && { values: found.values, on: found.base ?? null, isOutdated: assessment !== null && found.base_updated_at !== assessment.updated_at },
    fieldOf: (name) => name.split('.')[0] ?? name, // the error of "questions.0.title" is shown at the questions
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
  /** Shows errors at the first step that has one. */
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
    /** The time of the resumed draft; null: none was resumed. */
    restoredAt: found?.at ?? null,
    /** Goes to the next step. Returns false when this one has errors. */
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
    /** Saves the form. Returns true when it is saved. */
    async save(): Promise<boolean> {
      setFailure(null);
      const wrong = Object.assign({}, ...STEPS.map((one) => findFaults(values, one, { choosesAccount }))) as Faults;
      if (Object.keys(wrong).length === 0) return form.save();
      form.blame(wrong);
      showFaulty(wrong);
      return false;
    },
    /** Discards the typed values and starts from the newest version, or empty. */
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
