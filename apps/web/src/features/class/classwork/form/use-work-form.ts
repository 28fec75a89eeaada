import type { CourseWorkKind } from '@classwright/contract/class/classwork/kinds';
import { useRef, useState } from 'react';
import { isApiError } from '../../../../base/api.ts';
import { isSameFilled } from '../../../../base/same-filled.ts';
import { showSnack } from '../../../../base/snackbar.ts';
import { type Faults, useVersionedForm } from '../../../../base/versioned-form.ts';
import { errorText } from '../../../../ui/plain/error-text.ts';
import { createWork, updateWork, type Work } from '../calls.ts';
import { useKeptDraft } from '../../../../base/kept-draft.ts';
import { getSession } from '../../../../base/session.ts';
import { readKeptJson } from '../../../../base/storage.ts';
import { fieldOf, findFaults, toBody, type WorkValues } from './values.ts';

/** Typed, unsaved work, as this device keeps it. */
interface KeptWork {
  values: WorkValues;
  base: WorkValues | null;
  /** The version of the work on which the draft is based; null for new work. */
  base_updated_at: string | null;
  at: string;
}

const keyOf = (of: string): string => `cw.work-draft.${getSession()?.user.account_id ?? 0}.${of}`;

/** Returns a draft of this form from an earlier visit. An incomplete draft of an older program is ignored. */
function readKeptWork(of: string): KeptWork | null {
  const kept = readKeptJson<Partial<KeptWork>>('device', keyOf(of));
  const { values } = kept ?? {};
  const isWhole = values && typeof values.title === 'string' && Array.isArray(values.students) && Array.isArray(values.files) && Array.isArray(values.links);
  return isWhole && kept?.at ? (kept as KeptWork) : null;
}

/** Keeps the typed work on the device. */
const useKeptWork = (of: string) => useKeptDraft<KeptWork>(() => keyOf(of));

export interface WorkFormOptions {
  /** The work, or null for new work. */
  work: Work | null;
  kind: CourseWorkKind;
  zone: string;
  blank: WorkValues;
  toValues: (work: Work) => WorkValues;
  onSaved: () => void;
}

/** The form for a work, or for new work. Typed values are kept on the device until they are saved. */
export function useWorkForm({ work, kind, zone, blank, toValues, onSaved }: WorkFormOptions) {
  const keptOf = work ? String(work.id) : `new-${blank.course?.id ?? 0}-${kind}`;
  const [found, setFound] = useState(() => readKeptWork(keptOf));
  /** The server's message about the grades that new points would affect. */
  const [pointsQuestion, askPoints] = useState<string | null>(null);
  const isConfirmed = useRef(false);
  const kept = useKeptWork(keptOf);
  const locked = work?.state === 'PUBLISHED';
  const form = useVersionedForm<Work, WorkValues, { courseWork: Work; message: string }>({
    row: work,
    toValues: (from) => (from ? toValues(from) : blank),
    begun: found && { values: found.values, on: found.base, isOutdated: work !== null && found.base_updated_at !== work.updated_at },
    isSame: isSameFilled,
    fieldOf,
    findFaults: (values) => findFaults(values) as Faults,
    onTyped: (values, start, base) => {
      if (isSameFilled(values, start)) kept.drop();
      else kept.keep({ values, base: start, base_updated_at: base?.updated_at ?? null });
    },
    save: (values, base, key) => {
      const body = toBody(values, { kind, zone, locked });
      const { title: _title, dueDate: _date, ...rest } = body;
      if (!base) return createWork(values.course?.id ?? 0, body, key);
      // the title and the date of an assessment's work belong to the assessment
      const changes = base.assessment_id === null ? body : rest;
      return updateWork(base.courseId, base.id, { ...changes, updated_at: base.updated_at, confirm: isConfirmed.current }, key);
    },
    onSaved: ({ message }) => {
      kept.drop();
      showSnack(message);
      onSaved();
    },
    onFailure: (failure) => {
      if (isApiError(failure, 'GRADES_WOULD_CHANGE')) askPoints(errorText(failure));
    },
  });
  return {
    ...form,
    error: isApiError(form.error, 'GRADES_WOULD_CHANGE') ? null : form.error,
    kept,
    locked,
    pointsQuestion,
    /** Replies to the question about changing the points. Returns true when it is saved. */
    async answerPoints(isYes: boolean): Promise<boolean> {
      askPoints(null);
      if (!isYes) return false;
      isConfirmed.current = true;
      try {
        return await form.save();
      } finally {
        isConfirmed.current = false;
      }
    },
    /** The time of the resumed draft; null: none was resumed. */
    restoredAt: found?.at ?? null,
    /** Discards the typed values and starts from the newest version, or empty. */
    startAnew(): void {
      form.restart();
      setFound(null);
      kept.drop();
    },
  };
}
export type WorkFormState = ReturnType<typeof useWorkForm>;
