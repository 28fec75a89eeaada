import { GRADE_FILE_LIMITS } from '@classwright/contract/class/gradebook/files-limits';
import type { GradeImportView } from '@classwright/contract/class/gradebook/files';
import { useEffect, useRef, useState } from 'react';
import { isApiError } from '../../../../base/api.ts';
import { previewGrades } from './calls.ts';
import { t } from '../../../../base/t.ts';

const MEGABYTE = 1024 ** 2;

/** Handles a file of grades from its choice to its preview. */
export function useGradeImport(courseId: number) {
  const [file, setFile] = useState<File | null>(null);
  const [reading, setReading] = useState(false);
  const [preview, setPreview] = useState<GradeImportView | null>(null);
  const [fault, setFault] = useState<string | undefined>();
  const [error, setError] = useState<unknown>(null);
  const asking = useRef<AbortController | null>(null);
  useEffect(() => () => asking.current?.abort(), []);

  /** Lets the server read a file, or clears the earlier one. */
  async function choose(chosen: File | null): Promise<void> {
    asking.current?.abort();
    const { signal } = (asking.current = new AbortController());
    const isTooLarge = chosen !== null && chosen.size > GRADE_FILE_LIMITS.maxFileBytes;
    setFile(chosen);
    setPreview(null);
    setError(null);
    setFault(isTooLarge ? t('gradeImport.tooLarge', { max: GRADE_FILE_LIMITS.maxFileBytes / MEGABYTE }) : undefined);
    setReading(chosen !== null && !isTooLarge);
    if (!chosen || isTooLarge) return;
    try {
      const read = await previewGrades(courseId, chosen, signal);
      if (!signal.aborted) setPreview(read);
    } catch (failure) {
      if (signal.aborted) return;
      const [words] = (isApiError(failure) && failure.errors['file']) || [];
      if (words) setFault(words);
      else setError(failure);
    } finally {
      if (!signal.aborted) setReading(false);
    }
  }
  return { file, reading, preview, fault, error, say: setFault, fail: setError, choose };
}
