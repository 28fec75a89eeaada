import type { ImportedItem } from '../imported-question.ts';
import { FileProblem, parseQuestionFile } from '../read-file.ts';

/** Reads a file: returns its items, or the problem of the whole file. */
export async function readAll(content: string | Buffer): Promise<{ format: string | null; items: ImportedItem[]; problem: string | null }> {
  const items: ImportedItem[] = [];
  let format: string | null = null;
  try {
    const file = parseQuestionFile(Buffer.from(content as string));
    format = file.format;
    for await (const item of file.items) items.push(item);
    return { format, items, problem: null };
  } catch (error) {
    if (error instanceof FileProblem) return { format, items, problem: error.problem };
    throw error;
  }
}

/** Returns the file's only question. */
export async function readOne(content: string | Buffer): Promise<ImportedItem & { question: NonNullable<ImportedItem['question']> }> {
  const { items, problem } = await readAll(content);
  const [item] = items;
  if (!item?.question || items.length !== 1) throw new Error(`not one question: ${problem ?? JSON.stringify(items.map(({ problems }) => problems))}`);
  return { ...item, question: item.question };
}
