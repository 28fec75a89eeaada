import type { RichTextDocument, RichTextNode, StoredResponse } from '@classwright/contract';
import { isEmptyDocument, toPlainText } from '@classwright/rules/rich-text';
import { type Finding, finding, type ImportedItem, type ImportedQuestion, noNames, toLine, toStorable } from './imported-question.ts';
import { IMPORTED_LIMITS as LIMITS } from './limits.ts';
import { ItemImages } from './markup/images.ts';
import { toTitle } from './markup/math-text.ts';
import { parseCriteria } from './sheet/criteria.ts';

/** A question while it is read; findings about it are collected in `notes` and `problems`. */
export interface Draft extends Pick<ImportedQuestion, 'names' | 'tag' | 'published_state' | 'responses' | 'open_response'> {
  readonly number: number;
  /** The name in the file; '' if there is none. */
  name: string;
  stem: RichTextDocument;
  readonly notes: Finding[];
  readonly problems: Finding[];
  readonly images: ItemImages;
}

export function newDraft(number: number, images: ItemImages = new ItemImages()): Draft {
  return {
    number,
    name: '',
    stem: emptyDocument(),
    names: noNames(),
    tag: [],
    published_state: null,
    responses: [],
    open_response: [],
    notes: [],
    problems: [],
    images,
  };
}

export const emptyDocument = (): RichTextDocument => ({ type: 'doc', content: [] });

/** One of the choices, in a form common to the formats. */
export interface Choice {
  text: RichTextDocument;
  /** The share of the points: 1 is right, 0 wrong; below 0 subtracts points. */
  fraction: number;
  feedback: RichTextDocument;
  /** True or false when the format says so explicitly; otherwise the choice that earns most is right. */
  isRight?: boolean;
}

/** The maximum number of tags read, including repeated and empty ones. */
const MOST_TAGS_READ = 1_000;
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';

/**
 * Adds choices as responses. If several are needed together (`isMultiple`), each counts as right. Images are moved from
 * the choice, which is one line, to the question, under the choice's letter.
 */
export function addChoices(draft: Draft, choices: readonly Choice[], { points = 1, isMultiple = false }: { points?: number; isMultiple?: boolean } = {}): void {
  const full = wholePoints(points, draft);
  const taken = choices.slice(0, LIMITS.maxResponses + 1); // one too many is reported, regardless of the rest
  const best = taken.reduce((most, { fraction }) => Math.max(most, fraction), 0);
  taken.forEach(({ text, fraction, feedback, isRight }, index) => {
    const isValid = isRight ?? (isMultiple ? fraction > 0 : best > 0 && fraction === best);
    const earned = isValid ? full : Math.max(0, full * fraction);
    if (!Number.isInteger(earned) || fraction < 0)
      draft.notes.push(finding('points', 'partialPoints', { value: `${Math.round(fraction * 1000) / 10}%`, choice: letterOf(index) }));
    draft.responses.push(newResponse({ title: toChoiceTitle(draft, text, index), description: feedback, is_valid: isValid, sub_grade: Math.floor(earned) }));
  });
  if (isMultiple && draft.responses.filter(({ is_valid }) => is_valid).length > 1) draft.notes.push(finding('answer', 'severalRight'));
}

type NewResponse = Pick<StoredResponse, 'title' | 'description' | 'is_valid'> & { match_label?: string; sub_grade: number };

/**
 * Builds a response of a file. Its points are whole and at least 0; its description is the reason for choosing it, or
 * the feedback for people who chose it.
 */
export const newResponse = (response: NewResponse): StoredResponse => ({ match_label: '', rubric: [], ...response });

export const letterOf = (index: number): string => LETTERS[index] ?? String(index + 1);

function wholePoints(points: number, draft: Draft): number {
  if (Number.isInteger(points) && points >= 0 && points <= LIMITS.maxPoints) return points;
  const whole = Number.isFinite(points) && points > 0 && points <= LIMITS.maxPoints ? Math.max(1, Math.round(points)) : 1;
  draft.notes.push(finding('points', 'wholePoints', { value: String(points), points: whole }));
  return whole;
}

/** Converts a choice to one line. */
function toChoiceTitle(draft: Draft, text: RichTextDocument, index: number): string {
  const pieces: { kind: 'text' | 'math'; value: string }[] = [];
  const images: RichTextNode[] = [];
  let isStyled = false;
  const visit = (node: RichTextNode): void => {
    if (node.type === 'text') pieces.push(raised(node));
    else if (node.type === 'inlineMath' || node.type === 'blockMath') pieces.push({ kind: 'math', value: String(node.attrs?.['latex'] ?? '') });
    else if (node.type === 'hardBreak') pieces.push({ kind: 'text', value: ' ' });
    else if (node.type === 'image') images.push(node);
    isStyled ||=
      ['table', 'bulletList', 'orderedList', 'heading', 'codeBlock'].includes(node.type) ||
      (node.marks ?? []).some(({ type }) => ['strike', 'code'].includes(type));
    node.content?.forEach(visit);
    if (['paragraph', 'heading', 'codeBlock'].includes(node.type)) pieces.push({ kind: 'text', value: ' ' });
  };
  visit(text);
  if (isStyled) draft.notes.push(finding('responses', 'choiceFormatting', { value: toPlainText(text), choice: letterOf(index) }));
  if (images.length > 0) moveImages(draft, images, index);
  const words = toTitle(pieces.map(({ kind, value }) => ({ kind, value: value.replace(/\s+/g, ' ') })))
    .replace(/ {2,}/g, ' ')
    .trim();
  if (words !== '') return toStorable(words);
  const alt = images.map(({ attrs }) => String(attrs?.['alt'] ?? '')).find((words) => words !== '');
  return images.length > 0 ? (alt ?? letterOf(index)) : '';
}

const RAISED = { superscript: '⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾ⁿⁱ', subscript: '₀₁₂₃₄₅₆₇₈₉₊₋₌₍₎ₙᵢ' } as const;
const PLAIN = '0123456789+-=()ni';

/**
 * Writes superscripts and subscripts in a line of text, as in "10³" and "H₂O"; characters without such a form become a
 * formula.
 */
function raised({ text = '', marks = [] }: RichTextNode): { kind: 'text' | 'math'; value: string } {
  const how = marks.map(({ type }) => type).find((type): type is keyof typeof RAISED => type === 'superscript' || type === 'subscript');
  if (how === undefined || text.trim() === '') return { kind: 'text', value: text };
  const letters = [...text.trim().replaceAll('−', '-')].map((letter) => [...RAISED[how]][PLAIN.indexOf(letter)]);
  if (letters.every((letter) => letter !== undefined)) return { kind: 'text', value: letters.join('') };
  const latex = `${how === 'superscript' ? '^' : '_'}{\\text{${text.trim().replace(/[\\{}$&#%_^~]/g, ' ')}}}`;
  return { kind: 'math', value: latex };
}

function moveImages(draft: Draft, images: readonly RichTextNode[], index: number): void {
  draft.notes.push(finding('images', 'choiceImage', { choice: letterOf(index) }));
  draft.stem = {
    ...draft.stem,
    content: [...draft.stem.content, { type: 'paragraph', content: [{ type: 'text', text: letterOf(index), marks: [{ type: 'bold' }] }] }, ...images],
  };
}

/** Adds true and false as two choices. */
export function addTrueFalse(draft: Draft, isTrue: boolean, feedback: { right: RichTextDocument; wrong: RichTextDocument }, points = 1): void {
  const choice = (title: string, isValid: boolean): Choice => ({
    text: paragraphOf(title),
    fraction: isValid ? 1 : 0,
    feedback: isValid ? feedback.right : feedback.wrong,
  });
  addChoices(draft, [choice('True', isTrue), choice('False', !isTrue)], { points });
}

export const paragraphOf = (text: string): RichTextDocument => ({
  type: 'doc',
  content: text === '' ? [] : [{ type: 'paragraph', content: [{ type: 'text', text }] }],
});

/**
 * Adds an open question for one without choices; its accepted answers become the criterion. `kind` is the catalog's
 * name for its original type.
 */
export function addOpenAnswers(
  draft: Draft,
  answers: readonly string[],
  { kind, points = 1, guidance = '' }: { kind: string; points?: number; guidance?: string },
): void {
  draft.notes.push(finding('question', kind));
  const written = parseCriteria(guidance);
  if (written && answers.length === 0) {
    draft.open_response = written;
    return;
  }
  const full = wholePoints(points, draft);
  const description = [...answers.filter((answer) => answer !== ''), guidance].filter((text) => text !== '').join('\n');
  draft.open_response.push({
    criterion_name: 'Answer',
    open_response_grade: null,
    description: toStorable(description).slice(0, LIMITS.rubricDescriptionCharacters).toWellFormed(),
    rubrics: [
      { point: full, level: String(full), description: '' },
      { point: 0, level: '0', description: '' },
    ],
  });
}

/** Moves the format's explanation of the whole question to the right choice, where students read it once they may. */
export function addExplanation(draft: Draft, explanation: RichTextDocument): void {
  if (isEmptyDocument(explanation)) return;
  const right = draft.responses.find(({ is_valid }) => is_valid);
  if (right) right.description = { ...right.description, content: [...right.description.content, ...explanation.content] };
  else if (draft.open_response[0])
    draft.open_response[0].description = [draft.open_response[0].description, toPlainText(explanation)]
      .filter((text) => text !== '')
      .join('\n')
      .slice(0, LIMITS.rubricDescriptionCharacters)
      .toWellFormed();
  else draft.notes.push(finding('answer', 'explanation', { value: toPlainText(explanation) }));
}

/** The maximum number of findings about one question. */
const MOST_FINDINGS = 50;

/** Returns the finished question, or the reason why there is none. */
export function finish(draft: Draft): ImportedItem {
  const { number, images, stem, responses } = draft;
  const problems = draft.problems.slice(0, MOST_FINDINGS);
  const notes = draft.notes.slice(0, MOST_FINDINGS);
  const stemText = toPlainText(stem);
  const name = toLine(draft.name === '' ? stemText : draft.name, LIMITS.titleCharacters);
  if (name === '' && problems.length === 0) problems.push(finding('question', 'empty'));
  responses.forEach(({ title }, index) => {
    if (title.trim() === '') problems.push(finding('responses', 'emptyChoice', { choice: letterOf(index) }));
    else if (title.length > LIMITS.responseCharacters)
      problems.push(finding('responses', 'longChoice', { value: title, choice: letterOf(index), max: LIMITS.responseCharacters }));
  });
  const firstOf = new Map(responses.map(({ title }, index) => [title.trim(), index] as const).toReversed());
  const twice = responses.findIndex(({ title }, index) => title.trim() !== '' && (firstOf.get(title.trim()) as number) < index);
  if (twice >= 0) problems.push(finding('responses', 'choiceTwice', { value: responses[twice]?.title ?? '', choice: letterOf(twice) }));
  if (responses.length > LIMITS.maxResponses) problems.push(finding('responses', 'tooManyChoices', { max: LIMITS.maxResponses }));
  if (responses.length === 1) problems.push(finding('responses', 'oneChoice', { value: responses[0]?.title ?? '' }));
  if (problems.length === 0 && responses.length > 0 && !responses.some(({ is_valid }) => is_valid)) notes.push(finding('answer', 'noneRight'));
  const shown = name === '' ? '' : name;
  if (problems.length > 0) return { number, name: shown, question: null, problems, notes, images: images.list };
  labelResponses(responses);
  const question: ImportedQuestion = {
    title: name,
    description: stem,
    names: draft.names,
    tag: [
      ...new Set(
        draft.tag
          .slice(0, MOST_TAGS_READ)
          .map((tag) => toLine(tag, LIMITS.tagCharacters))
          .filter((tag) => tag !== ''),
      ),
    ].slice(0, LIMITS.maxTags),
    published_state: draft.published_state,
    overall_grade: null,
    rubrics: [],
    responses,
    open_response: draft.open_response,
    open_response_grade: null,
    attachments: [],
    isWhole: false,
  };
  return { number, name: shown, question, problems, notes, images: images.list };
}

/** Gives responses without a match level the level of their points. */
function labelResponses(responses: readonly StoredResponse[]): void {
  for (const response of responses) if (response.match_label === '') response.match_label = String(response.sub_grade ?? 0);
}
