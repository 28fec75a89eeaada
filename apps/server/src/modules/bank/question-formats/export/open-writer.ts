import type { QuestionExportFormat } from '@classwright/contract';
import { createWorkers } from '../../../../platform/workers/index.ts';
import type { ExportedQuestion } from './exported-question.ts';

/** One question to be written. `images`: by the library's number what stands for an image, an address or a path. */
export interface WriteQuestion {
  format: QuestionExportFormat;
  question: ExportedQuestion;
  images?: Map<number, string>;
}

/** What it is as text: of GIFT, or of QTI with its checksum; or the cells of its row. */
export type Written = { text: string; sha256?: string } | { row: string[] };

const writers = createWorkers<null, never, WriteQuestion, Written>(new URL('./write-worker.ts', import.meta.url));

export interface Writer {
  write: (question: WriteQuestion) => Promise<Written>;
  end: () => Promise<void>;
}

/** Writes questions in a thread of its own: drawing a formula may cost more than it looks. Whoever opens it calls `end`. */
export async function openWriter(): Promise<Writer> {
  const { ask, end } = await writers.begin(null);
  return { write: ask, end };
}
