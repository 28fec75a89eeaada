import type { RichTextDocument } from '@classwright/contract';
import { addChoices, addExplanation, addOpenAnswers, addTrueFalse, type Choice, type Draft, finish, newDraft, paragraphOf } from '../build-item.ts';
import { finding, type FindingColumn, type ImportedItem, toLine } from '../imported-question.ts';
import { isEmptyDocument, toPlainText } from '@classwright/rules/rich-text';
import { readHtml } from '../markup/read-html.ts';
import { toRichText } from '../markup/to-document.ts';
import { lastOfPath } from '../category.ts';
import { removeGaps, isCloze } from './cloze.ts';
import { findMark, splitAtMark, unescapeGift } from './escapes.ts';
import { type GiftPart, splitQuestions } from './split-questions.ts';

/** Yields the questions of a GIFT file, one after the other. An invalid one affects only itself. */
export function* readGift(text: string): Generator<ImportedItem> {
  let number = 0;
  for (const part of splitQuestions(text)) {
    number += 1;
    yield readQuestion(part, number);
  }
}

type ToDocument = (value: string, column: FindingColumn) => RichTextDocument;

interface Format {
  /** The text format: `html`, `moodle`, `plain` or `markdown`. */
  name: string;
  text: string;
}

function readQuestion(part: GiftPart, number: number): ImportedItem {
  const draft = newDraft(number);
  draft.tag = part.tags;
  draft.names.cluster = lastOfPath(part.category);
  const { title, rest } = readTitle(part.text);
  draft.name = toLine(unescapeGift(title), 200);
  const open = findMark(rest, '{');
  const close = open < 0 ? -1 : findMark(rest, '}', open);
  if (open >= 0 && close < 0) {
    draft.problems.push(finding('file', 'openBrace', { value: rest, line: part.line }));
    return finish(draft);
  }
  if (open < 0 && findMark(rest, '}') >= 0) {
    draft.problems.push(finding('file', 'strayBrace', { value: rest, line: part.line }));
    return finish(draft);
  }
  const before = open < 0 ? rest : rest.slice(0, open);
  const after = open < 0 ? '' : rest.slice(close + 1);
  if (open >= 0 && isCloze(rest.slice(open + 1, close))) return readCloze(draft, rest);
  const stem = readFormat(before.trim(), 'moodle');
  const { text: tail, answers: others } = removeGaps(after.trim());
  if (others.length > 0) draft.notes.push(finding('question', 'secondBlank', { value: others.join(', ') || tail }));
  draft.stem = toDocument(draft, { ...stem, text: withTail(stem.text, tail) }, 'description');
  if (open < 0) {
    draft.notes.push(finding('question', 'noAnswers'));
    return finish(draft);
  }
  readAnswers(draft, rest.slice(open + 1, close), stem.name, part);
  return finish(draft);
}

/** Reads a text with gaps to fill in: the right answers become the criterion. */
function readCloze(draft: Draft, text: string): ImportedItem {
  const { text: words, answers } = removeGaps(text);
  draft.stem = toDocument(draft, readFormat(words.trim(), 'moodle'), 'description');
  const numbered = answers.length === 1 ? answers : answers.map((answer, index) => `${index + 1}. ${answer}`);
  addOpenAnswers(draft, numbered, { kind: answers.length === 1 ? 'shortAnswer' : 'severalParts', points: answers.length });
  return finish(draft);
}

/** Adds the text after the answers, with a blank before it, unless it is only the end of the sentence. */
function withTail(stem: string, tail: string): string {
  if (tail === '') return stem;
  if (!/^[.?!:;,]$/.test(tail)) return `${stem} _____ ${tail}`;
  return /[.?!:;,]$/.test(stem) ? stem : `${stem}${tail}`;
}

function readTitle(text: string): { title: string; rest: string } {
  if (!text.startsWith('::')) return { title: '', rest: text };
  const end = findMark(text, '::', 2);
  return end < 0 ? { title: '', rest: text.slice(2) } : { title: text.slice(2, end), rest: text.slice(end + 2).trim() };
}

function readFormat(text: string, usual: string): Format {
  const match = /^\[(html|moodle|plain|markdown)\]/i.exec(text);
  return match ? { name: (match[1] as string).toLowerCase(), text: text.slice(match[0].length) } : { name: usual, text };
}

/** Matches a tag. A text without a stated format is HTML when it has tags; "a<b" has none. */
const TAG =
  /<\/?(?:a|b|big|blockquote|br|center|code|del|div|em|font|h[1-6]|hr|i|img|ins|li|math|ol|p|pre|s|small|span|strong|sub|sup|table|tbody|td|th|tr|tt|u|ul)(?:\s[^<>]*)?\/?>/i;

const escapeHtml = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

function toDocument({ images, notes }: Draft, { name, text }: Format, column: FindingColumn): RichTextDocument {
  const words = unescapeGift(text.trim());
  const html = name === 'html' ? words : name === 'moodle' && TAG.test(words) ? words : escapeHtml(words);
  const lines = name === 'html' ? html : html.replace(/\r?\n/g, '<br>');
  return toRichText(readHtml(lines), { column, images, notes });
}

function readAnswers(draft: Draft, source: string, usual: string, part: GiftPart): void {
  const [answers = '', ...general] = splitAtMark(source, '####');
  const text = answers.trim();
  const doc = (value: string, column: FindingColumn) => toDocument(draft, readFormat(value.trim(), usual), column);
  const truth = /^(TRUE|T|FALSE|F)\s*(?:#|$)/i.exec(text);
  if (text === '') {
    addOpenAnswers(draft, [], { kind: 'essay', guidance: toPlainText(doc(general.join('####'), 'open_response')) });
    return;
  }
  if (text.startsWith('#')) addOpenAnswers(draft, readNumbers(text.slice(1)), { kind: 'numerical' });
  else if (truth) {
    const [, wrong = '', right = ''] = splitAtMark(text, '#');
    addTrueFalse(draft, /^T/i.test(truth[1] as string), { right: doc(right, 'answer'), wrong: doc(wrong, 'answer') });
  } else readChoices(draft, text, doc, part);
  if (general.length > 0) addExplanation(draft, doc(general.join('####'), 'answer'));
}

interface RawAnswer {
  mark: '=' | '~' | '';
  weight: number | null;
  text: string;
  feedback: string;
}

function readChoices(draft: Draft, text: string, doc: ToDocument, part: GiftPart): void {
  const raw = splitAnswers(text);
  if (raw.some(({ mark }) => mark === '~')) {
    if (raw[0]?.mark === '') draft.problems.push(finding('answer', 'unmarked', { value: raw[0].text, line: part.line }));
    const isMultiple = !raw.some(({ mark }) => mark === '=');
    const choices: Choice[] = raw
      .filter(({ mark }) => mark !== '')
      .map(({ mark, weight, text: words, feedback }) => ({
        text: literally(doc(words, 'responses'), words),
        fraction: weight ?? (mark === '=' ? 1 : 0),
        feedback: doc(feedback, 'responses'),
      }));
    addChoices(draft, choices, { isMultiple: isMultiple || raw.filter(({ mark }) => mark === '=').length > 1 });
  } else if (raw.every(({ text: words }) => findMark(words, '->') >= 0)) {
    addOpenAnswers(
      draft,
      raw.map(({ text: words }) =>
        splitAtMark(words, '->')
          .map((side) => plain(side, doc))
          .join(' → '),
      ),
      { kind: 'matching' },
    );
  } else {
    addOpenAnswers(
      draft,
      raw.filter(({ weight }) => weight === null || weight > 0).map(({ text: words }) => plain(words, doc)),
      { kind: 'shortAnswer' },
    );
  }
}

/** Reads a choice of nothing but a tag, as in lessons about HTML, as the text of that tag. */
function literally(document: RichTextDocument, words: string): RichTextDocument {
  const text = unescapeGift(readFormat(words.trim(), '').text).trim();
  return isEmptyDocument(document) && /^<\/?[a-z][\w-]*\s*\/?>$/i.test(text) ? paragraphOf(text) : document;
}

const plain = (text: string, doc: ToDocument): string => toPlainText(doc(text, 'answer'));

/** The maximum number of answers read, far above a question's own limit, so that too many can be reported. */
const MOST_ANSWERS = 200;

function splitAnswers(text: string): RawAnswer[] {
  const answers: RawAnswer[] = [];
  let from = 0;
  let mark: RawAnswer['mark'] = '';
  for (let index = 0; index <= text.length; index += 1) {
    if (text[index] === '\\') index += 1;
    else if (index >= text.length || text[index] === '=' || text[index] === '~') {
      const body = text.slice(from, Math.min(index, text.length)).trim();
      // Moodle drops an empty answer: "~=right" is one right answer
      if (body !== '') answers.push(readAnswer(mark, body));
      if (answers.length > MOST_ANSWERS) break;
      mark = text[index] as '=' | '~';
      from = index + 1;
    }
  }
  return answers;
}

function readAnswer(mark: RawAnswer['mark'], body: string): RawAnswer {
  const weight = /^%(-?\d{1,3}(?:\.\d{1,5})?)%/.exec(body);
  const [text = '', ...feedback] = splitAtMark(weight ? body.slice(weight[0].length) : body, '#');
  return { mark, weight: weight ? Number(weight[1]) / 100 : null, text, feedback: feedback.join('#') };
}

/** Converts `1822`, `3.14:0.01` and `1..5` to words. */
function readNumbers(text: string): string[] {
  const answers = splitAnswers(text).filter(({ mark, weight }) => mark !== '~' && (weight === null || weight > 0));
  return answers.map(({ text: words }) => unescapeGift(words.replace(/\\?:/, ' ± ').replace('..', ' – ')).trim()).filter((words) => words !== '');
}
