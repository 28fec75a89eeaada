// A worker thread that reads files of questions; see open-file.ts.
import { createHash } from 'node:crypto';
import { serveWork } from '../../../platform/workers/index.ts';
import type { ImportedImage, ImportedItem } from './imported-question.ts';
import type { FileBatch, ImageQuestion } from './open-file.ts';
import { parseQuestionFile } from './read-file.ts';

/**
 * The number of items sent together; the first is sent alone, so that a caller who only needs the file type waits for
 * no more.
 */
const BATCH_ITEMS = 250;
/** The maximum length of a plain key; longer keys are the image itself. */
const LONGEST_KEY = 300;

const toKey = (key: string): string => (key.length <= LONGEST_KEY ? key : createHash('sha256').update(key).digest('base64'));

serveWork(({ bytes }: { bytes: Uint8Array }) => {
  const images = new Map<string, ImportedImage>();
  async function* read(): AsyncGenerator<FileBatch> {
    const { format, items } = parseQuestionFile(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
    let batch: FileBatch['items'] = [];
    let isFirst = true;
    for await (const item of items) {
      batch.push(toTravel(item));
      if (!isFirst && batch.length < BATCH_ITEMS) continue;
      yield { format, items: batch };
      [batch, isFirst] = [[], false];
    }
    if (batch.length > 0) yield { format, items: batch };
  }
  const toTravel = ({ images: own, ...item }: ImportedItem): FileBatch['items'][number] => ({
    ...item,
    images: own.map((image, index) => {
      images.set(`${item.number} ${index}`, image);
      return { key: toKey(image.key), name: image.name };
    }),
  });
  return {
    batches: read(),
    async reply({ number, index }: ImageQuestion) {
      return (await images.get(`${number} ${index}`)?.read()) ?? new Uint8Array();
    },
  };
});
