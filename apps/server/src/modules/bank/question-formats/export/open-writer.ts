import type { QuestionExportFormat } from '@classwright/contract';
import { createWorkers } from '../../../../platform/workers/index.ts';
import type { ExportedQuestion } from './exported-question.ts';

/** One question to be written. `images`: the address or path of each image, by its library number. */
export interface WriteQuestion {
  format: QuestionExportFormat;
  question: ExportedQuestion;
  images?: Map<number, string>;
}

/** The written question: GIFT text, QTI text with its checksum, or the cells of its row. */
export type Written = { text: string; sha256?: string } | { row: string[] };

const writers = createWorkers<null, never, WriteQuestion, Written>(new URL('./write-worker.ts', import.meta.url));

export interface Writer {
  write: (question: WriteQuestion) => Promise<Written>;
  end: () => Promise<void>;
}

/**
 * Opens a writer in its own thread, since drawing a formula may cost more than it seems. The caller must call `end`.
 */
export async function openWriter(): Promise<Writer> {
  const { ask, end } = await writers.begin(null);
  return { write: ask, end };
}
