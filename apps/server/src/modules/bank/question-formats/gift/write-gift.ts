import type { Writer } from '../export/open-writer.ts';
import { bestOf, type ExportedQuestion, feedbackOf, imagesOf, type LoadImage, titleHtml } from '../export/exported-question.ts';
import { escapeHtml, toHtml } from '../markup/to-html.ts';
import { writeCriteria } from '../sheet/criteria.ts';
import { escapeGift } from './escapes.ts';

/** Writes questions as GIFT, one at a time, as HTML with `\(…\)` for formulas and with embedded images. */
export async function* writeGift(questions: AsyncIterable<ExportedQuestion>, loadImage: LoadImage, { write }: Pick<Writer, 'write'>): AsyncGenerator<string> {
  let cluster = '';
  for await (const question of questions) {
    const category = question.names.cluster.replace(/[\r\n]+/g, ' ');
    if (category !== cluster) yield `$CATEGORY: ${category.replaceAll('/', '//') || 'top'}\n\n`;
    cluster = category;
    const images = new Map<number, string>();
    for (const id of imagesOf(question)) {
      const image = await loadImage(id);
      if (image) images.set(id, `data:${image.mimeType};base64,${image.bytes.toString('base64')}`);
    }
    const written = await write({ format: 'gift', question, images });
    yield 'text' in written ? written.text : '';
  }
}

/** Writes one question. `images`: the address of each image. */
export function writeQuestion(question: ExportedQuestion, images: ReadonlyMap<number, string>): string {
  const html = (document: ExportedQuestion['description']) => escapeGift(toHtml(document, { math: 'tex', sourceOf: (id) => images.get(id) ?? null }));
  const tags = question.tag.map((tag) => `[tag:${tag.replace(/[\\\]]/g, '\\$&')}]`).join(' ');
  const head = `${tags === '' ? '' : `// ${tags}\n`}::${escapeGift(question.title)}::[html]${html(question.description)}`;
  const best = bestOf(question);
  const isEachRight = question.responses.every(({ is_valid }) => is_valid); // = alone would be a short answer
  const lines = question.responses.map((response) => {
    const feedback = html(feedbackOf(response));
    return `${weight(response, { best, isEachRight })}${escapeGift(titleHtml(response.title, 'tex'))}${feedback === '' ? '' : `#${feedback}`}`;
  });
  const criteria = lines.length === 0 ? writeCriteria(question.open_response) : '';
  if (criteria !== '') lines.push(`####[html]${escapeGift(escapeHtml(criteria).replaceAll('\n', '<br/>'))}`);
  return `${head}{${lines.length === 0 ? '' : `\n${lines.join('\n')}\n`}}\n\n`;
}

/** Returns the prefix of a choice: `=` if it is right, otherwise its share of the points, if any. */
function weight({ is_valid, sub_grade }: ExportedQuestion['responses'][number], { best, isEachRight }: { best: number; isEachRight: boolean }): string {
  if (is_valid) return isEachRight ? '~%100%' : '=';
  const percent = best === 0 ? 0 : Math.round(((sub_grade ?? 0) / best) * 1e5) / 1e3;
  return percent > 0 && percent < 100 ? `~%${percent}%` : '~';
}
