import type { RichTextDocument } from '@classwright/contract';
import { isEmptyDocument, toPlainText } from '@classwright/rules/rich-text';
import { addChoices, addExplanation, addOpenAnswers, type Draft, finish, newDraft } from '../build-item.ts';
import { finding, type FindingColumn, type ImportedItem, toLine } from '../imported-question.ts';
import { IMPORTED_LIMITS as LIMITS } from '../limits.ts';
import { type Element, findAll, isElement, type Node, pushAll, textOf } from '../markup/elements.ts';
import type { FindImage } from '../markup/images.ts';
import { readHtml } from '../markup/read-html.ts';
import { readElements } from '../markup/read-xml.ts';
import { toRichText } from '../markup/to-document.ts';
import { metadataOf, type OldScoring, readOldScoring } from './scoring.ts';

export interface OldQtiSurroundings {
  /** The number of the first item. */
  from?: number;
  findImage?: FindImage | undefined;
}

/**
 * Yields the items of QTI 1, as written by Canvas, Blackboard, D2L and Common Cartridges; only the current one is held.
 * @throws XmlError if the file is invalid
 */
export function* readOldQti(text: string, { from = 1, findImage }: OldQtiSurroundings = {}): Generator<ImportedItem> {
  let number = from;
  for (const { element } of readElements(text, (name) => name === 'item')) {
    yield readItem(element, number, findImage);
    number += 1;
  }
}

const RESPONSES = new Set(['response_lid', 'response_str', 'response_num', 'response_xy', 'response_grp', 'response_extension']);
const MATERIAL = new Set(['mattext', 'matemtext', 'mat_formattedtext', 'matimage', 'matbreak', 'mataudio', 'matvideo', 'matapplet', 'matapplication']);
const MATERIAL_AND_RESPONSES = new Set([...MATERIAL, ...RESPONSES]);
/** Matches the default names that programs give to unnamed questions. */
const NO_NAME = /^(?:question|item|untitled question)?\s*\d*$/i;
const MOST_PARTS = 100;

interface Reader {
  draft: Draft;
  findImage: FindImage | undefined;
  feedback: ReadonlyMap<string, Element>;
  scoring: OldScoring;
}

function readItem(item: Element, number: number, findImage: FindImage | undefined): ImportedItem {
  const draft = newDraft(number);
  const title = (item.attributes['title'] ?? '').trim();
  draft.name = NO_NAME.test(title) ? '' : toLine(title, 200);
  const presentation = [...findAll(item, new Set(['presentation']))][0];
  if (!presentation) {
    draft.problems.push(finding('question', 'noBody', { value: item.attributes['ident'] ?? '' }));
    return finish(draft);
  }
  const feedback = new Map([...findAll(item, new Set(['itemfeedback']))].map((element) => [element.attributes['ident'] ?? '', element] as const));
  const reader: Reader = { draft, findImage, feedback, scoring: readOldScoring(item) };
  const outside = [...findAll(presentation, MATERIAL_AND_RESPONSES)];
  draft.stem = document(reader, outside.filter(({ name }) => !RESPONSES.has(name)).flatMap(nodesOf), 'description');
  const responses = outside.filter(({ name }) => RESPONSES.has(name));
  const points = pointsOf(item, reader.scoring);
  const [only, ...more] = responses;
  if (!only) draft.notes.push(finding('question', 'noAnswers'));
  else if (more.length === 0 && isChoosing(only)) addChoicesOf(reader, only, points);
  else addAnswersOf(reader, responses, { points, isMatching: /match/i.test(kindOf(item)) });
  addFeedback(reader);
  return finish(draft);
}

const kindOf = (item: Element): string => metadataOf(item, ['question_type', 'bbmd_questiontype', 'qmd_questiontype', 'cc_profile']);

function pointsOf(item: Element, { best }: OldScoring): number {
  const stated = metadataOf(item, ['points_possible', 'qmd_absolutescore_max', 'qmd_weighting', 'cc_weighting']);
  const points = Number(stated);
  if (stated !== '' && Number.isFinite(points) && points > 0) return points;
  return best > 0 && best !== 100 ? best : 1; // 100 stands for per cent
}

const isChoosing = (response: Element): boolean => response.name === 'response_lid' && [...findAll(response, new Set(['render_choice']))].length > 0;

function document(
  { draft: { images, notes }, findImage }: Pick<Reader, 'draft' | 'findImage'>,
  nodes: readonly Node[],
  column: FindingColumn,
): RichTextDocument {
  return toRichText(nodes, { column, images, notes, findImage });
}

const TAG = /<\/?[a-z][^<>]*>|&(?:[a-z]{2,8}|#\d{1,6});/i;

/** Returns the content of a piece of material: HTML, plain text, an image. */
function nodesOf(material: Element): Node[] {
  const { name, attributes } = material;
  if (name === 'matbreak') return [{ name: 'br', attributes: {}, children: [] }];
  if (name === 'matimage') return [{ name: 'img', attributes: { src: attributes['uri'] ?? '', alt: attributes['label'] ?? '' }, children: [] }];
  if (name !== 'mattext' && name !== 'matemtext' && name !== 'mat_formattedtext')
    return [{ name: name.slice(3), attributes: { src: attributes['uri'] ?? '' }, children: [] }];
  const hasElements = material.children.some(isElement);
  if (hasElements) return [{ name: 'div', attributes: {}, children: material.children }];
  const text = textOf(material);
  const type = (attributes['texttype'] ?? attributes['type'] ?? '').toLowerCase();
  const isHtml = type.includes('html') || type === 'smart_text' || (type === '' && TAG.test(text));
  const html = isHtml
    ? text
    : text
        .trim()
        .replaceAll('&', '&amp;')
        .replaceAll('<', '&lt;')
        .replace(/\r\n|\r|\n/g, '<br>');
  return [{ name: 'div', attributes: {}, children: readHtml(html) }];
}

const materialIn = (element: Element): Node[] => [...findAll(element, MATERIAL)].flatMap(nodesOf);
const labelsOf = (response: Element): Element[] => [...findAll(response, new Set(['response_label']))];

function addChoicesOf(reader: Reader, response: Element, points: number): void {
  const { draft, scoring } = reader;
  const id = response.attributes['ident'] ?? '';
  const labels = labelsOf(response).slice(0, LIMITS.maxResponses + 1);
  if (labels.length === 0) draft.problems.push(finding('responses', 'noChoices', { line: 0 }));
  const isMultiple = scoring.isTogether || /multiple/i.test(response.attributes['rcardinality'] ?? '');
  const read = labels.map((label) => {
    const ident = label.attributes['ident'] ?? '';
    const earned = scoring.pointsOf(id, ident);
    return {
      text: document(reader, materialIn(label), 'responses'),
      fraction: scoring.best > 0 ? earned / scoring.best : 0,
      isRight: scoring.best > 0 && (isMultiple ? earned > 0 : earned === scoring.best),
      feedback: document(reader, feedbackNodes(reader, scoring.feedbackOf(id, ident)), 'responses'),
    };
  });
  // programs write empty lines for choices that nobody filled in
  const choices = read.filter(({ text, isRight }) => isRight || !isEmptyDocument(text));
  if (choices.length < read.length) draft.notes.push(finding('responses', 'emptyChoices'));
  addChoices(draft, choices, { points, isMultiple });
}

function feedbackNodes({ feedback }: Reader, ids: readonly string[]): Node[] {
  const nodes: Node[] = [];
  for (const id of new Set(ids)) {
    const element = feedback.get(id);
    if (element) pushAll(nodes, materialIn(element));
  }
  return nodes;
}

/** Adds answers that are typed, matched, or chosen in several places. */
function addAnswersOf(reader: Reader, responses: readonly Element[], { points, isMatching }: { points: number; isMatching: boolean }): void {
  const { draft, scoring } = reader;
  const parts = responses.slice(0, MOST_PARTS);
  const answers = parts.flatMap((response) => {
    const words = new Map(labelsOf(response).map((label) => [label.attributes['ident'] ?? '', plain(reader, label)]));
    const right = scoring.rightOf(response.attributes['ident'] ?? '').map((value) => words.get(value) || value);
    if (parts.length === 1) return right;
    const left = [...findAll(response, MATERIAL_AND_LABELS)].filter(({ name }) => name !== 'response_label').flatMap(nodesOf);
    const side = toPlainText(document(reader, left, 'answer'));
    return right.length === 0 ? [] : [side === '' ? right.join(' / ') : `${side} → ${right.join(' / ')}`];
  });
  const isTyped = parts.every((response) => [...findAll(response, new Set(['render_fib']))].length > 0);
  const known = [...answers, ...scoring.ranges];
  const one = !isTyped ? 'otherType' : known.length === 0 ? 'essay' : scoring.ranges.length > 0 ? 'numerical' : 'shortAnswer';
  addOpenAnswers(draft, [...new Set(known)], { kind: isMatching ? 'matching' : parts.length > 1 ? 'severalParts' : one, points });
}

const MATERIAL_AND_LABELS = new Set([...MATERIAL, 'response_label']);
const plain = (reader: Reader, label: Element): string => toPlainText(document(reader, materialIn(label), 'answer'));

/**
 * Adds feedback: feedback shown for any choice explains the question; feedback for right or wrong answers in general
 * cannot be kept.
 */
function addFeedback(reader: Reader): void {
  const { draft, scoring, feedback } = reader;
  const told = scoring.general.filter((id) => !/incorrect|(?<!in)correct/i.test(id));
  const general = [...told, ...[...feedback].filter(([id, element]) => /general_fb|solution/i.test(id) || hasSolution(element)).map(([id]) => id)];
  addExplanation(draft, document(reader, feedbackNodes(reader, general), 'answer'));
  for (const id of ['correct_fb', 'general_incorrect_fb', 'correct', 'incorrect']) {
    const element = general.includes(id) ? undefined : feedback.get(id);
    const words = element ? plain(reader, element) : '';
    if (words !== '') draft.notes.push(finding('answer', 'overallFeedback', { value: words }));
  }
}

const hasSolution = (element: Element): boolean => [...findAll(element, new Set(['solution']))].length > 0;
