import { useRef, useState } from 'react';
import { isApiError } from '../../../base/api.ts';
import { randomId } from '../../../base/random-id.ts';
import { type Assessment, saveAssessment } from '../calls.ts';
import { type KeptOf, readKeptForm, useKeptForm } from './kept-form.ts';
import { type Faults, findFaults, type Step, stepOf, STEPS } from './steps.ts';
import { type FormField, type FormValues, newValues, toBody, toCopy, toValues } from './values.ts';

export interface AssessmentFormOptions {
  /** Null: a new one. */
  assessment: Assessment | null;
  /** What a new one is a copy of: nothing is made before it is saved. */
  copyOf?: Assessment | null;
  choosesAccount: boolean;
  onSaved: (saved: Assessment, message: string) => void;
}

const isSame = (left: unknown, right: unknown): boolean => JSON.stringify(left) === JSON.stringify(right);
export const differingFields = (left: FormValues, right: FormValues): FormField[] =>
  (Object.keys(left) as FormField[]).filter((field) => !isSame(left[field], right[field]));

/** Where the form opens: where one left off, at what a copy still lacks, else at the beginning. */
function firstStep(values: FormValues, isNew: boolean): Step {
  return (isNew ? undefined : STEPS.find((step) => Object.keys(findFaults(values, step, { choosesAccount: false })).length > 0)) ?? 'grade';
}

/** The form over an assessment, or over a new one. What is typed is kept on the device until it is saved. */
export function useAssessmentForm({ assessment, copyOf = null, choosesAccount, onSaved }: AssessmentFormOptions) {
  const valuesOf = (from: Assessment | null) => (from ? toValues(from) : copyOf ? toCopy(copyOf) : newValues());
  const isBlank = assessment === null && copyOf === null;
  const keptOf: KeptOf = assessment?.id ?? (copyOf && `copy-${copyOf.id}`);
  const [base, setBase] = useState(assessment);
  const [start, setStart] = useState(() => valuesOf(assessment));
  const [found, setFound] = useState(() => readKeptForm(keptOf));
  const [values, setValues] = useState(found?.values ?? start);
  const [step, setStep] = useState<Step>(found?.step ?? firstStep(start, isBlank));
  const [faults, setFaults] = useState<Faults>({});
  const [error, setError] = useState<unknown>(null);
  /** What somebody else saved meanwhile. */
  const [newer, setNewer] = useState<Assessment | null>(() => (assessment && found && found.base_updated_at !== assessment.updated_at ? assessment : null));
  const sent = useRef({ text: '', key: '' });
  const kept = useKeptForm(keptOf);

  const take = (next: FormValues, at: Step) => {
    setValues(next);
    setStep(at);
    if (isSame(next, start)) kept.drop();
    else kept.keep({ values: next, step: at, base_updated_at: base?.updated_at ?? null });
  };
  const restart = (from: Assessment | null) => {
    const fresh = valuesOf(from);
    setBase(from);
    setStart(fresh);
    setValues(fresh);
    setStep(firstStep(fresh, isBlank));
    setFaults({});
    setError(null);
    setNewer(null);
    setFound(null);
    kept.drop();
  };
  /** Shows what is wrong where it is: at the first step that has something. */
  const blame = (wrong: Readonly<Record<string, string>>): void => {
    const at = STEPS.find((one) => Object.keys(wrong).some((field) => stepOf(field) === one));
    setFaults(wrong);
    if (at && at !== step) take(values, at);
  };
  const refuse = (failure: unknown): void => {
    if (isApiError(failure, 'EDIT_CONFLICT') && failure.params['row']) return setNewer(failure.params['row'] as Assessment);
    setError(failure);
    if (!isApiError(failure, 'VALIDATION_FAILED')) return;
    // "questions.0.title" is said at the questions
    const wrong: Record<string, string> = {};
    for (const [name, texts] of Object.entries(failure.errors)) {
      const [field = name] = name.split('.');
      wrong[field] = [wrong[field], texts.join(' ')].filter(Boolean).join(' ');
    }
    blame(wrong);
  };

  return {
    values,
    step,
    faults,
    error,
    newer,
    kept,
    base,
    /** When what was typed before was taken up; null: it was not. */
    restoredAt: found?.at ?? null,
    isDirty: !isSame(values, start),
    differing: newer ? differingFields(values, toValues(newer)) : [],
    change(part: Partial<FormValues>): void {
      take({ ...values, ...part }, step);
      setFaults((before) => Object.fromEntries(Object.entries(before).filter(([field]) => !(field in part))));
    },
    /** On to the next step. False: this one is not right yet. */
    next(): boolean {
      const wrong = findFaults(values, step, { choosesAccount });
      setFaults(wrong);
      if (Object.keys(wrong).length > 0) return false;
      const following = STEPS[STEPS.indexOf(step) + 1];
      if (following) take(values, following);
      return true;
    },
    goTo(to: Step): void {
      setFaults({});
      take(values, to);
    },
    /** True when it is saved. */
    async save(): Promise<boolean> {
      setError(null);
      const wrong = Object.assign({}, ...STEPS.map((one) => findFaults(values, one, { choosesAccount }))) as Record<string, string>;
      if (Object.keys(wrong).length > 0) {
        blame(wrong);
        return false;
      }
      const body = { ...toBody(values), ...(copyOf && { copy_of: copyOf.id }) };
      // the same body again is the same assessment, once; another one is another attempt
      const text = JSON.stringify([body, base?.updated_at]);
      if (text !== sent.current.text) sent.current = { text, key: randomId() };
      try {
        const saved = await saveAssessment(body, base, sent.current.key);
        kept.drop();
        onSaved(saved.assessment, saved.message);
        return true;
      } catch (failure) {
        refuse(failure);
        return false;
      }
    },
    /** Gives up what was typed: from the newest version, or from nothing. */
    startAnew: () => restart(newer ?? base),
    /** Keeps what was typed, over the newer version, which has been seen. */
    keepMine(): void {
      setBase(newer);
      setNewer(null);
    },
  };
}
export type AssessmentFormState = ReturnType<typeof useAssessmentForm>;
