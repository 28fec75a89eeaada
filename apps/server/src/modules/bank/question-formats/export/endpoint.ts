import { Readable } from 'node:stream';
import { exportQuestions, type MessageKey, type QuestionExportFormat, type Translate } from '@classwright/contract';
import { audit } from '../../../../platform/audit/index.ts';
import { appNow } from '../../../../platform/clock.ts';
import { inTransaction } from '../../../../platform/database/index.ts';
import { FileAnswer, implement, type Implementation } from '../../../../platform/http/index.ts';
import { XLSX_TYPE } from '../../../../platform/spreadsheets/index.ts';
import { writeZip } from '../../../../platform/zip/index.ts';
import type { FileStorage } from '../../../school/files/index.ts';
import { readerOf } from '../../questions/index.ts';
import { writeGift } from '../gift/write-gift.ts';
import { writePackage } from '../qti/write-package.ts';
import { writeSheet } from '../sheet/write-sheet.ts';
import type { ExportedQuestion, LoadImage } from './exported-question.ts';
import { openWriter, type Writer } from './open-writer.ts';
import { imageLoader, loadQuestions } from './load-questions.ts';

export interface QuestionExportDependencies {
  t: Translate<MessageKey>;
  storage: FileStorage;
}

async function* each(questions: readonly ExportedQuestion[]): AsyncGenerator<ExportedQuestion> {
  yield* questions;
}

const FILES: Readonly<
  Record<
    QuestionExportFormat,
    {
      extension: string;
      type: string;
      write: (questions: AsyncIterable<ExportedQuestion>, loadImage: LoadImage, writer: Writer, t: Translate<MessageKey>) => Readable;
    }
  >
> = {
  xlsx: { extension: 'xlsx', type: XLSX_TYPE, write: (questions, _, writer, t) => writeSheet(questions, t('questionExport.sheet'), writer) },
  gift: {
    extension: 'gift',
    type: 'text/plain; charset=utf-8',
    write: (questions, loadImage, writer) => Readable.from(writeGift(questions, loadImage, writer), { objectMode: false }),
  },
  qti3: {
    extension: 'zip',
    type: 'application/zip',
    write: (questions, loadImage, writer) => Readable.from(writeZip(writePackage(questions, loadImage, writer)), { objectMode: false }),
  },
};

/** Exports questions as a file, written while it is sent. */
export function implementQuestionExport({ t, storage }: QuestionExportDependencies): Implementation {
  return implement(exportQuestions, async ({ tx: db, actor, input, requestId }) => {
    const questions = await loadQuestions(db, readerOf(actor), input.question);
    const after = { question: questions.map(({ id }) => id), format: input.format };
    await inTransaction(db, (tx) =>
      audit(tx, actor, { action: exportQuestions.name, subjectType: 'question', subjectId: questions[0]?.id ?? null, after, requestId }),
    );
    const { extension, type, write } = FILES[input.format];
    const [only, ...more] = questions;
    const day = (await appNow(db)).toISOString().slice(0, 10);
    const name = only && more.length === 0 ? `question-${only.id}.${extension}` : `questions-${day}.${extension}`;
    const writer = await openWriter();
    const content = write(each(questions), imageLoader(db, storage), writer, t);
    content.once('close', () => void writer.end());
    return new FileAnswer({ name, type, content });
  });
}
