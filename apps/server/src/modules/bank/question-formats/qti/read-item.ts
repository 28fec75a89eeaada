import type { RichTextDocument } from '@classwright/contract';
import { toPlainText } from '@classwright/rules/rich-text';
import { addChoices, addExplanation, addOpenAnswers, type Draft, finish, newDraft } from '../build-item.ts';
import { finding, type FindingColumn, type ImportedItem, type NamedField, toLine } from '../imported-question.ts';
import { childOf, childrenOf, type Element, findAll, type Node, textOf } from '../markup/elements.ts';
import type { FindImage } from '../markup/images.ts';
import { IMPORTED_LIMITS as LIMITS } from '../limits.ts';
import { parseCriteria } from '../sheet/criteria.ts';
import { toRichText } from '../markup/to-document.ts';
import { normaliseQti } from './normalise.ts';

/** The points for the answers of an interaction. */
interface Scoring {
  points: number;
  /** The identifiers, or texts, of right answers. */
  correct: string[];
  /** Returns a choice's share of the points: 1 is right. */
  fractionOf: (id: string) => number;
}

/** Reads the declaration of the response: the right answers, and a mapping if points are given by choice. */
function readScoring(item: Element, responseId: string): Scoring {
  const declaration = childrenOf(item, 'responseDeclaration').find(({ attributes }) => attributes['identifier'] === responseId);
  const correct = childrenOf(childOf(declaration, 'correctResponse'), 'value').map((value) => textOf(value).trim());
  const mapped = new Map(
    childrenOf(childOf(declaration, 'mapping'), 'mapEntry').map(({ attributes }) => [attributes['mapKey'] ?? '', toNumber(attributes['mappedValue'])] as const),
  );
  const best = [...mapped.values()].reduce((most, value) => Math.max(most, value), 0);
  const known = correct.length > 0 ? correct : [...mapped].filter(([, value]) => value > 0 && value === best).map(([id]) => id);
  return {
    points: maximumOf(item) ?? (best > 0 ? best : 1),
    correct: known,
    fractionOf: (id) => (known.includes(id) ? 1 : best > 0 ? (mapped.get(id) ?? 0) / best : 0),
  };
}

function maximumOf(item: Element): number | null {
  const outcomes = childrenOf(item, 'outcomeDeclaration');
  const named = (name: string): Element | undefined => outcomes.find(({ attributes }) => attributes['identifier'] === name);
  const stated = textOf(childOf(childOf(named('MAXSCORE'), 'defaultValue'), 'value')).trim() || named('SCORE')?.attributes['normalMaximum'] || '';
  return stated === '' || !Number.isFinite(Number(stated)) ? null : Number(stated);
}

const toNumber = (text: string | undefined): number => (text === undefined || !Number.isFinite(Number(text)) ? 0 : Number(text));

export interface QtiSurroundings {
  number: number;
  findImage?: FindImage;
  /** The content that comes before the item's own body: passages shared by several items. */
  stimulus?: readonly Node[];
  tags?: readonly string[];
  names?: Partial<Record<NamedField, string>>;
}

const CHOOSING = new Set(['choiceInteraction', 'inlineChoiceInteraction', 'hottextInteraction']);
const WRITING = new Set(['extendedTextInteraction', 'textEntryInteraction']);
const FEEDBACK = new Set(['feedbackInline', 'feedbackBlock', 'modalFeedback', 'rubricBlock', 'templateInline', 'templateBlock']);
const CHOICES = new Set(['simpleChoice', 'inlineChoice', 'hottext', 'simpleAssociableChoice', 'gapText', 'gapImg']);

export const isQtiItem = ({ name }: Element): boolean => name === 'assessmentItem' || name === 'qti-assessment-item';

/** Reads one item of QTI 2 or 3. */
export function readQtiItem(root: Element, { number, findImage, stimulus = [], tags = [], names = {} }: QtiSurroundings): ImportedItem {
  const item = normaliseQti(root);
  const draft = newDraft(number);
  draft.name = toLine(item.attributes['title'] ?? '', 200);
  draft.tag = [...tags];
  Object.assign(draft.names, names);
  const body = childOf(item, 'itemBody');
  if (!body) {
    draft.problems.push(finding('question', 'noBody', { value: item.attributes['identifier'] ?? '' }));
    return finish(draft);
  }
  const reader: Reader = { draft, findImage };
  const interactions = [...findAll(body, interactionNames(body))];
  const [only, ...more] = interactions;
  draft.stem = document(reader, [...stimulus, ...body.children], 'description');
  if (childrenOf(item, 'templateDeclaration').length > 0) draft.notes.push(finding('question', 'templates'));
  const scoring = (interaction: Element): Scoring => readScoring(item, interaction.attributes['responseIdentifier'] ?? '');
  if (!only) draft.notes.push(finding('question', 'noAnswers'));
  else if (more.length === 0 && CHOOSING.has(only.name)) addChoicesOf(reader, only, scoring(only), item);
  else addAnswersOf(reader, interactions, scoring, body);
  addExplanation(draft, explanationOf(reader, item, draft));
  return finish(draft);
}

interface Reader {
  draft: Draft;
  findImage: FindImage | undefined;
}

/** Returns the names of all elements that are interactions. */
function interactionNames(element: Element, names = new Set<string>()): Set<string> {
  for (const child of element.children) {
    if (typeof child === 'string') continue;
    if (child.name.endsWith('Interaction')) names.add(child.name);
    else interactionNames(child, names);
  }
  return names;
}

function document({ draft: { images, notes }, findImage }: Reader, nodes: readonly Node[], column: FindingColumn): RichTextDocument {
  return toRichText(nodes, { column, images, notes, findImage, replace });
}

const GAP = '_____';

/** Returns the text that replaces an input of the format in a question. */
function replace(element: Element): readonly Node[] | undefined {
  const { name, children } = element;
  if (FEEDBACK.has(name) || name === 'associableHotspot' || name === 'hotspotChoice') return [];
  if (name === 'textEntryInteraction' || name === 'inlineChoiceInteraction' || name === 'gap') return [GAP];
  if (name === 'hottext') return children;
  if (name === 'prompt') return [{ name: 'p', attributes: {}, children }];
  if (name === 'printedVariable') return ['…'];
  if (!name.endsWith('Interaction')) return undefined;
  if (name === 'choiceInteraction' || name === 'extendedTextInteraction' || name === 'hottextInteraction')
    return children.filter((child) => typeof child === 'string' || child.name !== 'simpleChoice');
  const listed = [...findAll(element, CHOICES)].map(({ children: inner }) => ({ name: 'li', attributes: {}, children: inner }));
  const rest = children.filter((child) => typeof child === 'string' || (!CHOICES.has(child.name) && child.name !== 'simpleMatchSet'));
  return listed.length === 0 ? rest : [...rest, { name: 'ul', attributes: {}, children: listed }];
}

function addChoicesOf(reader: Reader, interaction: Element, scoring: Scoring, item: Element): void {
  const { draft } = reader;
  const elements = [...findAll(interaction, CHOICES)].slice(0, LIMITS.maxResponses + 1);
  if (elements.length === 0) draft.problems.push(finding('responses', 'noChoices', { line: 0 }));
  const choices = elements.map((choice) => {
    const id = choice.attributes['identifier'] ?? '';
    const inline = [...findAll(choice, new Set(['feedbackInline', 'feedbackBlock']))];
    const feedback = [...inline, ...modalsFor(item, id)].flatMap(({ children }) => children);
    return {
      text: document(reader, choice.children, 'responses'),
      fraction: scoring.fractionOf(id),
      isRight: scoring.correct.includes(id),
      feedback: document(reader, feedback, 'responses'),
    };
  });
  addChoices(draft, choices, { points: scoring.points, isMultiple: scoring.correct.length > 1 });
  const guidance = guidanceIn(reader, item);
  const criteria = parseCriteria(guidance);
  if (criteria) draft.open_response = criteria;
  else if (guidance !== '') draft.notes.push(finding('open_response', 'rubric', { value: guidance }));
}

const modalsFor = (item: Element, id: string): Element[] =>
  childrenOf(item, 'modalFeedback').filter(({ attributes }) => id !== '' && attributes['identifier'] === id);

/** Returns the feedback that belongs to no choice, and notes for graders if there is nothing to grade. */
function explanationOf(reader: Reader, item: Element, draft: Draft): RichTextDocument {
  const choices = new Set([...findAll(item, CHOICES)].map(({ attributes }) => attributes['identifier'] ?? ''));
  const general = childrenOf(item, 'modalFeedback').filter(({ attributes }) => !choices.has(attributes['identifier'] ?? '') || draft.open_response.length > 0);
  return document(
    reader,
    general.flatMap(({ children }) => children),
    'answer',
  );
}

/** Returns the guidance for graders. */
function guidanceIn(reader: Reader, item: Element): string {
  const blocks = [...findAll(item, new Set(['rubricBlock']))].filter(({ attributes }) => !/candidate/.test(attributes['view'] ?? ''));
  return toPlainText(
    document(
      reader,
      blocks.flatMap(({ children }) => children),
      'open_response',
    ),
  );
}

/** The maximum number of parts of an item with several interactions. */
const MOST_PARTS = 100;

function addAnswersOf(reader: Reader, interactions: readonly Element[], scoring: (interaction: Element) => Scoring, body: Element): void {
  const { draft } = reader;
  const answers = interactions.slice(0, MOST_PARTS).flatMap((interaction) => {
    const words = new Map(
      [...findAll(interaction, CHOICES)].map((choice) => [choice.attributes['identifier'] ?? '', toPlainText(document(reader, choice.children, 'answer'))]),
    );
    return scoring(interaction).correct.map((value) =>
      value.split(/\s+/).some((part) => words.has(part))
        ? value
            .split(/\s+/)
            .map((part) => words.get(part) ?? part)
            .join(' → ')
        : value,
    );
  });
  const points = interactions.reduce((sum, interaction) => sum + scoring(interaction).points, 0);
  const kind =
    interactions.length > 1 ? 'severalParts' : WRITING.has(interactions[0]?.name ?? '') ? (answers.length > 0 ? 'shortAnswer' : 'essay') : 'otherType';
  addOpenAnswers(draft, answers, { kind, points, guidance: guidanceIn(reader, body) });
}
