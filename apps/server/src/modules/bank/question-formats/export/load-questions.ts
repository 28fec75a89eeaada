import type { Db } from '../../../../platform/database/index.ts';
import { type FileStorage, findFiles } from '../../../school/files/index.ts';
import { type BankReader, type BankRow, getWholeQuestion } from '../../questions/index.ts';
import type { ExportedQuestion, LoadImage } from './exported-question.ts';

/** Loads questions to export, in the requested order. @throws QUESTION_NOT_FOUND, NOT_YOUR_QUESTION */
export async function loadQuestions(db: Db, reader: BankReader, ids: readonly number[]): Promise<ExportedQuestion[]> {
  const questions: ExportedQuestion[] = [];
  for (const id of new Set(ids)) questions.push(toExported(await getWholeQuestion(db, reader, id)));
  return questions;
}

const toExported = (row: BankRow): ExportedQuestion => ({
  id: row.id,
  isWhole: true,
  names: {
    type: row.type_name ?? '',
    cluster: row.topic_name ?? '',
    standard: row.standard_name ?? '',
    subject: row.subject_name ?? '',
    grade: row.grade_name ?? '',
  },
  title: row.title,
  description: row.description,
  tag: row.tag,
  published_state: row.published_state,
  overall_grade: row.overall_grade,
  rubrics: row.rubrics,
  responses: row.responses.map(({ id: _id, position: _position, last_update: _update, ...response }) => response),
  open_response: row.open_response,
  open_response_grade: row.open_response_grade,
  attachments: row.attachments.map(({ name, file_id, external }) => ({ name, file_id, external })),
});

const MOST_IMAGE_BYTES = 20 * 1024 * 1024;

/**
 * Creates the loader of library images, one file at a time; null for a file that no longer exists, is no image or is
 * larger than any figure.
 */
export function imageLoader(db: Db, storage: FileStorage): LoadImage {
  return async (fileId) => {
    const [file] = await findFiles(db, [fileId]);
    if (!file?.mime_type.startsWith('image/') || file.byte_size > MOST_IMAGE_BYTES || file.byte_size === 0) return null;
    const stream = await storage.read(file.storage_key, { start: 0, end: file.byte_size - 1 });
    if (!stream) return null;
    return { name: file.name, mimeType: file.mime_type, bytes: Buffer.concat((await stream.toArray()) as Buffer[]) };
  };
}
