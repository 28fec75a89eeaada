// A worker thread that writes questions as text of a format; see open-writer.ts.
import { serveWork } from '../../../../platform/workers/index.ts';
import { writeQuestion } from '../gift/write-gift.ts';
import { writeItem } from '../qti/write-package.ts';
import { toRow } from '../sheet/write-sheet.ts';
import type { WriteQuestion, Written } from './open-writer.ts';

serveWork(() => ({
  batches: [],
  reply({ format, question, images }: WriteQuestion): Written {
    if (format === 'gift') return { text: writeQuestion(question, images ?? new Map()) };
    return format === 'qti3' ? writeItem(question, images ?? new Map()) : { row: toRow(question) };
  },
}));
