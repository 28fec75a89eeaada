import { createWorkers, type Workers, WorkFailedError, type WorkLimits, WorkLimitError } from '../../../platform/workers/index.ts';
import type { ImportedImage, ImportedItem } from './imported-question.ts';
import { FileProblem, type QuestionFormat } from './read-file.ts';

/** Items from the thread; the bytes of images remain there until requested. */
export interface FileBatch {
  format: QuestionFormat;
  items: (Omit<ImportedItem, 'images'> & { images: Omit<ImportedImage, 'read'>[] })[];
}

/** The image of an item that is requested. */
export interface ImageQuestion {
  number: number;
  index: number;
}

export interface QuestionFile {
  format: QuestionFormat;
  /** Yields the items; it can be called once. @throws FileProblem */
  items: AsyncGenerator<ImportedItem>;
  /** Ends the thread; images can be read until then. */
  end: () => Promise<void>;
}

type Readers = Workers<{ bytes: Uint8Array }, FileBatch, ImageQuestion, Uint8Array>;
/**
 * The limits, more than three times the cost of the largest realistic file: 25 MB of Moodle XML with twelve formulas in
 * each question takes 7 s.
 */
const LIMITS: WorkLimits = { cpuMs: 30_000, memoryMb: 512 };
export const createReaders = (limits = LIMITS): Readers => createWorkers(new URL('./read-worker.ts', import.meta.url), { limits });
const readers = createReaders();

/**
 * Recognizes the type of a file from its content, and reads it item by item, in its own thread, which is ended when a
 * file exceeds its limits. The caller must call `end`. @throws FileProblem, also while it is read
 */
export async function openQuestionFile(bytes: Buffer, workers: Readers = readers): Promise<QuestionFile> {
  const running = await workers.begin({ bytes });
  try {
    const batches = running.batches();
    const first = await batches.next();
    if (first.done) throw new FileProblem('nothing');
    const { format, items } = first.value;
    const whole = (batch: FileBatch['items']): ImportedItem[] =>
      batch.map((item) => ({
        ...item,
        images: item.images.map((image, index) => ({
          ...image,
          read: async () => {
            const read = await running.ask({ number: item.number, index });
            return Buffer.from(read.buffer, read.byteOffset, read.byteLength);
          },
        })),
      }));
    async function* each(): AsyncGenerator<ImportedItem> {
      try {
        yield* whole(items);
        for await (const batch of batches) yield* whole(batch.items);
      } catch (error) {
        throw toFileProblem(error);
      }
    }
    return { format, items: each(), end: running.end };
  } catch (error) {
    await running.end();
    throw toFileProblem(error);
  }
}

function toFileProblem(error: unknown): unknown {
  if (error instanceof WorkLimitError) return new FileProblem('tooCostly');
  if (!(error instanceof WorkFailedError) || error.name !== 'FileProblem') return error;
  return new FileProblem(error.details['problem'] as string, error.details['params'] as FileProblem['params']);
}
