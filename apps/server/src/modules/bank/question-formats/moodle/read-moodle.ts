import type { RichTextDocument } from '@classwright/contract';
import { toPlainText } from '@classwright/rules/rich-text';
import { addChoices, addExplanation, addOpenAnswers, addTrueFalse, type Draft, emptyDocument, finish, newDraft } from '../build-item.ts';
import { lastOfPath } from '../category.ts';
import { finding, type FindingColumn, type ImportedItem, toLine } from '../imported-question.ts';
import { IMPORTED_LIMITS as LIMITS } from '../limits.ts';
import { childOf, childrenOf, type Element, textOf } from '../markup/elements.ts';
import type { FindImage } from '../markup/images.ts';
import { readHtml } from '../markup/read-html.ts';
import { readElements } from '../markup/read-xml.ts';
import { toRichText } from '../markup/to-document.ts';

/** Yields the questions of a Moodle XML file; only the current one is held. @throws XmlError if the file is invalid */
export function* readMoodle(text: string): Generator<ImportedItem> {
  let number = 0;
  let cluster = '';
  for (const { element } of readElements(text, (name, parents) => name === 'question' && parents.length === 1)) {
    if (element.attributes['type'] === 'category') {
      cluster = lastOfPath(textIn(childOf(element, 'category')));
      continue;
    }
    number += 1;
    yield readQuestion(element, number, cluster);
  }
}

/** Returns the text of an element; many elements wrap it in `<text>`. */
const textIn = (element: Element | undefined): string => textOf(childOf(element, 'text') ?? element).trim();

function readQuestion(question: Element, number: number, cluster: string): ImportedItem {
  const draft = newDraft(number);
  draft.name = toLine(textIn(childOf(question, 'name')), 200);
  draft.names.cluster = cluster;
  draft.tag = childrenOf(childOf(question, 'tags'), 'tag').map(textIn);
  draft.stem = toDocument(draft, childOf(question, 'questiontext'), 'description');
  addOldImage(draft, question);
  const points = numberOf(childOf(question, 'defaultgrade') ?? childOf(question, 'defaultmark'), 1);
  readAnswers(draft, question, points);
  addExplanation(draft, toDocument(draft, childOf(question, 'generalfeedback'), 'answer'));
  for (const name of ['correctfeedback', 'partiallycorrectfeedback', 'incorrectfeedback'] as const) noteFeedback(draft, childOf(question, name));
  const hints = childrenOf(question, 'hint')
    .map(textIn)
    .filter((hint) => hint !== '');
  if (hints.length > 0) draft.notes.push(finding('answer', 'hints', { value: hints.join(' / ') }));
  return finish(draft);
}

/** Moodle's default feedback for every question, which is not reported as lost. */
const USUAL_FEEDBACK = new Set(['', 'Your answer is correct.', 'Your answer is partially correct.', 'Your answer is incorrect.']);

function noteFeedback(draft: Draft, feedback: Element | undefined): void {
  const words = toPlainText(toRichText(readHtml(textIn(feedback)), { column: 'answer', images: draft.images, notes: [] }));
  if (!USUAL_FEEDBACK.has(words)) draft.notes.push(finding('answer', 'overallFeedback', { value: words }));
}

const numberOf = (element: Element | undefined, otherwise: number): number => {
  const text = textOf(element).trim();
  return text === '' || !Number.isFinite(Number(text)) ? otherwise : Number(text);
};
const fractionOf = (answer: Element): number => {
  const percent = Number(answer.attributes['fraction'] ?? textOf(childOf(answer, 'fraction')));
  return Number.isFinite(percent) ? percent / 100 : 0;
};

function readAnswers(draft: Draft, question: Element, points: number): void {
  const answers = childrenOf(question, 'answer');
  const doc = (element: Element | undefined, column: FindingColumn) => toDocument(draft, element, column);
  const accepted = (): string[] => answers.filter((answer) => fractionOf(answer) > 0).map(textIn);
  const type = question.attributes['type'] ?? '';
  switch (type) {
    case 'multichoice':
    case 'multichoiceset': {
      const isMultiple = /^(?:false|0)$/i.test(textOf(childOf(question, 'single')).trim());
      const choices = answers.slice(0, LIMITS.maxResponses + 1).map((answer) => ({
        text: doc(answer, 'responses'),
        fraction: fractionOf(answer),
        feedback: doc(childOf(answer, 'feedback'), 'responses'),
      }));
      if (choices.length === 0) draft.problems.push(finding('responses', 'noChoices', { line: 0 }));
      return addChoices(draft, choices, { points, isMultiple });
    }
    case 'truefalse': {
      const right = answers.find((answer) => fractionOf(answer) > 0);
      const wrong = answers.find((answer) => answer !== right);
      const feedback = { right: doc(childOf(right, 'feedback'), 'responses'), wrong: doc(childOf(wrong, 'feedback'), 'responses') };
      return addTrueFalse(draft, /^true$/i.test(textIn(right)), feedback, points);
    }
    case 'shortanswer':
      return addOpenAnswers(draft, accepted(), { kind: 'shortAnswer', points });
    case 'numerical':
      return addOpenAnswers(draft, answers.filter((answer) => fractionOf(answer) > 0).map(withTolerance), { kind: 'numerical', points });
    case 'essay':
      return addOpenAnswers(draft, [], { kind: 'essay', points, guidance: toPlainText(doc(childOf(question, 'graderinfo'), 'open_response')) });
    case 'matching':
    case 'ddmatch':
      return addOpenAnswers(
        draft,
        childrenOf(question, 'subquestion').map((pair) => `${toPlainText(doc(pair, 'answer'))} → ${textIn(childOf(pair, 'answer'))}`),
        { kind: 'matching', points },
      );
    case 'description':
      draft.notes.push(finding('question', 'noAnswers'));
      return;
    default:
      return addOpenAnswers(draft, accepted(), { kind: 'otherType', points, guidance: '' });
  }
}

function withTolerance(answer: Element): string {
  const tolerance = textOf(childOf(answer, 'tolerance')).trim();
  return tolerance === '' || Number(tolerance) === 0 ? textIn(answer) : `${textIn(answer)} ± ${tolerance}`;
}

function toDocument({ images, notes }: Draft, element: Element | undefined, column: FindingColumn): RichTextDocument {
  if (!element) return emptyDocument();
  const text = textOf(childOf(element, 'text'));
  const isPlain = ['plain_text', 'markdown'].includes(element.attributes['format'] ?? '');
  const html = isPlain ? text.replaceAll('&', '&amp;').replaceAll('<', '&lt;') : text;
  const broken = isPlain || element.attributes['format'] === 'moodle_auto_format' ? html.replace(/\r?\n/g, '<br>') : html;
  return toRichText(readHtml(broken), { column, images, notes, findImage: findIn(element) });
}

/** Returns a function that finds a file next to the text by its address, `@@PLUGINFILE@@/name`. */
function findIn(element: Element): FindImage {
  const files = new Map(
    childrenOf(element, 'file').map((file) => [`${(file.attributes['path'] ?? '/').replace(/^\//, '')}${file.attributes['name'] ?? ''}`, file] as const),
  );
  return (source) => {
    const name = decode(/^@@PLUGINFILE@@\/(.+)$/s.exec(source)?.[1] ?? '').replace(/\?.*$/s, '');
    const file = name === '' ? undefined : files.get(name);
    return file && (file.attributes['encoding'] ?? 'base64') === 'base64' ? base64Image(name, textOf(file)) : null;
  };
}

const base64Image = (name: string, base64: string) => ({
  key: `${name} ${base64}`,
  name: name.split('/').at(-1) ?? name,
  read: async () => Buffer.from(base64, 'base64'),
});

function decode(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

/** Adds the image that Moodle 1 stored next to the text. */
function addOldImage(draft: Draft, question: Element): void {
  const base64 = textOf(childOf(question, 'image_base64')).trim();
  if (base64 === '') return;
  const name = textOf(childOf(question, 'image')).trim().split('/').at(-1) ?? 'image';
  const id = draft.images.add(name, () => base64Image(name, base64));
  if (id !== null) draft.stem = { ...draft.stem, content: [...draft.stem.content, { type: 'image', attrs: { file_id: id } }] };
}
