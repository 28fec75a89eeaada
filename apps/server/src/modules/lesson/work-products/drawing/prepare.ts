import type { RichTextDocument, RichTextNode } from '@classwright/contract';
import { splitMath } from '@classwright/rules/rich-text/split-math';
import { type Formula, parseFormula } from './formula.ts';
import type { ProductDocument } from './product-document.ts';

/** Returns the path of a picture for the template; null if it cannot be drawn. */
export type PathOfPicture = (fileId: number) => string | null;

/** The input of the template: the document with its formulas as trees, and each text with its direction. */
export interface Prepared {
  data: object;
  /** All characters of the document. */
  text: string;
  hasFormulas: boolean;
}

/** Matches a text whose first letter belongs to a right-to-left script. */
const FROM_RIGHT = /^[^\p{L}]*[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;
const FROM_LEFT = /^[^\p{L}]*\p{L}/u;

/** Returns the direction of a text; null if it has no letters, so that it follows its page. */
const sideOf = (text: string): 'ltr' | 'rtl' | null => (FROM_RIGHT.test(text) ? 'rtl' : FROM_LEFT.test(text) ? 'ltr' : null);

/**
 * The width of a page in points of the template; a picture with a size in screen pixels is drawn no larger than that
 * size.
 */
const PAGE_POINTS = 480;
const POINTS_OF_PIXEL = 0.75;

export function prepareDocument(document: ProductDocument, pathOf: PathOfPicture): Prepared {
  let text = '';
  let hasFormulas = false;
  const said = (written: string): string => {
    const words = toBreakable(toClean(written));
    text += words;
    return words;
  };
  const formulaOf = (latex: string, isBlock: boolean): Formula | null => {
    const formula = parseFormula(latex, isBlock);
    if (formula) hasFormulas = true;
    said(latex);
    said(JSON.stringify(formula));
    return formula;
  };
  const lineOf = (words: string) => ({
    dir: sideOf(said(words)),
    parts: splitMath(words).map(({ kind, value }) =>
      kind === 'math' ? { type: 'math', attrs: { latex: value }, formula: formulaOf(value, false) } : { type: 'text', text: toBreakable(toClean(value)) },
    ),
  });

  function nodeOf(node: RichTextNode): object {
    const content = node.content?.map(nodeOf);
    const kept = { ...node, ...(node.text === undefined ? {} : { text: said(node.text) }), ...(content ? { content } : {}) };
    switch (node.type) {
      case 'inlineMath':
      case 'blockMath':
        return { ...kept, formula: formulaOf(String(node.attrs?.['latex'] ?? ''), node.type === 'blockMath') };
      case 'paragraph':
      case 'heading':
        return { ...kept, dir: sideOf(wordsIn(node)) };
      case 'image':
        said(String(node.attrs?.['alt'] ?? ''));
        return { ...kept, attrs: node.attrs ?? {}, path: pathOf(Number(node.attrs?.['file_id'])), width: widthOf(node) };
      case 'table':
        return { ...kept, columns: columnsOf(node) };
      default:
        return kept;
    }
  }
  const richText = (value: RichTextDocument | null) => (value === null ? null : { content: value.content.map(nodeOf) });

  const { questions, comments, ...rest } = document;
  said(JSON.stringify(rest));
  said('…·[]•‣–0123456789');
  const data = {
    ...rest,
    title: said(document.title),
    heading: [document.title, document.student].filter(Boolean).join(', '),
    summary: document.summary.map(({ isRight, ...one }) => ({ ...one, is_right: isRight })),
    sides: { title: { dir: sideOf(document.title) }, student: { dir: sideOf(document.student) }, school: { dir: sideOf(document.school) } },
    questions: questions.map((question) => ({
      heading: said(question.heading),
      title: lineOf(question.title),
      description: richText(question.description),
      choices: question.choices.map((choice) => ({ ...choice, letter: said(choice.letter), text: lineOf(choice.text), why: richText(choice.why) })),
      answers: question.answers.map((answer) => ({
        ...answer,
        heading: said(answer.heading),
        hint: said(answer.hint),
        note: answer.note === null ? null : said(answer.note),
        choice: answer.choice && { letter: answer.choice.letter, text: lineOf(answer.choice.text) },
        justification: richText(answer.justification),
        late: answer.late.map((late) => ({ heading: said(late.heading), text: richText(late.text) })),
        results: answer.results && { sentence: said(answer.results.sentence), rows: answer.results.rows.map((row) => ({ ...row, words: said(row.words) })) },
      })),
    })),
    comments: comments.map((remark) => ({
      who: said(remark.who),
      place: said(remark.place),
      text: said(remark.text),
      dir: sideOf(remark.text),
      replies: remark.replies.map((reply) => ({ who: said(reply.who), text: said(reply.text), dir: sideOf(reply.text) })),
    })),
  };
  return { data, text, hasFormulas };
}

/** Removes control characters and halves of surrogate pairs, which cannot be drawn. */
const toClean = (text: string): string => text.toWellFormed().replace(/[^\P{Cc}\n\t]/gu, '');
/** Allows line breaks in a word longer than a line. */
const toBreakable = (text: string): string => text.replace(/[^\s\u200b]{40,}/gu, (word) => word.match(/.{1,30}/gu)?.join('\u200b') ?? word);

const wordsIn = (node: RichTextNode): string => (node.text ?? '') + (node.content ?? []).map(wordsIn).join('');

const cellsOf = (row: RichTextNode | undefined): number =>
  (row?.content ?? []).reduce((sum, cell) => sum + (typeof cell.attrs?.['colspan'] === 'number' ? cell.attrs['colspan'] : 1), 0);

/**
 * Returns the number of columns, from the widest row; cells that span several rows are counted only in their first.
 */
const columnsOf = (table: RichTextNode): number => Math.max(1, ...(table.content ?? []).map(cellsOf));

/** Returns a width in points; null for the natural size, limited by the page. */
function widthOf(node: RichTextNode): number | null {
  const width = node.attrs?.['width'];
  return typeof width === 'number' ? Math.min(PAGE_POINTS, width * POINTS_OF_PIXEL) : null;
}
