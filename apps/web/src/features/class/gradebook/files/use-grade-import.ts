import { GRADE_FILE_LIMITS } from '@classwright/contract/class/gradebook/files-limits';
import type { GradeImportView } from '@classwright/contract/class/gradebook/files';
import { useState } from 'react';
import { useOneRequest } from '../../../../ui/import/use-one-request.ts';
import { previewGrades } from './calls.ts';
import { t } from '../../../../base/t.ts';

const MEGABYTE = 1024 ** 2;

/** Handles a file of grades from its choice to its preview. */
export function useGradeImport(courseId: number) {
  const [file, setFile] = useState<File | null>(null);
  const [reading, setReading] = useState(false);
  const [preview, setPreview] = useState<GradeImportView | null>(null);
  const request = useOneRequest();

  /** Lets the server read a file, or clears the earlier one. */
  async function choose(chosen: File | null): Promise<void> {
    const isTooLarge = chosen !== null && chosen.size > GRADE_FILE_LIMITS.maxFileBytes;
    setFile(chosen);
    setPreview(null);
    setReading(false);
    if (chosen && !isTooLarge) {
      await request.run(async (signal) => {
        const read = await previewGrades(courseId, chosen, signal);
        if (!signal.aborted) setPreview(read);
      }, setReading);
      return;
    }
    request.begin();
    request.fail(null);
    request.say(isTooLarge ? t('gradeImport.tooLarge', { max: GRADE_FILE_LIMITS.maxFileBytes / MEGABYTE }) : undefined);
  }
  const { fault, error, say, fail } = request;
  return { file, reading, preview, fault, error, say, fail, choose };
}
