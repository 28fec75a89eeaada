import { RICH_TEXT_PART_LIMITS as LIMITS } from './part-limits.ts';
import { toSafeHref } from './href.ts';

/** The allowed content of a node. `items`, `rows` and `cells` are the parts of lists and tables. */
export type ContentKind = 'blocks' | 'item-blocks' | 'inline' | 'plain-text' | 'items' | 'rows' | 'cells' | 'nothing';

/**
 * Reads one attribute: returns the value to keep, `undefined` to drop it, or `REFUSED` when the node has no meaning
 * without it.
 */
type ReadAttribute = (value: unknown) => unknown;

export interface NodeRule {
  group: 'block' | 'inline' | 'item' | 'row' | 'cell';
  content: ContentKind;
  /** True for text and formulas, which keep marks. On other nodes they have no meaning and are dropped. */
  marks: boolean;
  attributes: readonly (readonly [name: string, read: ReadAttribute])[];
}

export const REFUSED = Symbol('refused');

const wholeNumber =
  (from: number, to: number, otherwise: unknown): ReadAttribute =>
  (value) =>
    typeof value === 'number' && Number.isInteger(value) && value >= from && value <= to ? value : otherwise;

/** Drops a default value, so that two documents with the same meaning are equal. */
const unlessDefault =
  (read: ReadAttribute, usual: unknown): ReadAttribute =>
  (value) => {
    const kept = read(value);
    return kept === usual ? undefined : kept;
  };

const level: ReadAttribute = (value) => (LIMITS.headingLevels.some((one) => one === value) ? value : REFUSED);
const latex: ReadAttribute = (value) => (typeof value === 'string' && value.trim() !== '' && value.length <= LIMITS.latexCharacters ? value : REFUSED);
const alt: ReadAttribute = (value) => (typeof value === 'string' && value !== '' ? (value.length <= LIMITS.altCharacters ? value : REFUSED) : undefined);
const language: ReadAttribute = (value) => (typeof value === 'string' && /^[a-z0-9+#-]{1,30}$/i.test(value) ? value : undefined);
const href: ReadAttribute = (value) => toSafeHref(value) ?? REFUSED;
const span = unlessDefault(wholeNumber(1, LIMITS.tableSpan, undefined), 1);
const pixels = wholeNumber(1, LIMITS.imagePx, undefined);

const block = (content: ContentKind, attributes: NodeRule['attributes'] = []): NodeRule => ({ group: 'block', content, marks: false, attributes });
const cell: NodeRule = {
  group: 'cell',
  content: 'blocks',
  marks: false,
  attributes: [
    ['colspan', span],
    ['rowspan', span],
  ],
};

/** Every node that a document may contain. It is a Map, so that a type such as `constructor` finds nothing. */
export const NODE_RULES: ReadonlyMap<string, NodeRule> = new Map<string, NodeRule>([
  ['paragraph', block('inline')],
  ['heading', block('inline', [['level', level]])],
  ['bulletList', block('items')],
  ['orderedList', block('items', [['start', unlessDefault(wholeNumber(0, LIMITS.listStart, undefined), 1)]])],
  ['listItem', { group: 'item', content: 'item-blocks', marks: false, attributes: [] }],
  ['blockquote', block('blocks')],
  ['table', block('rows')],
  ['tableRow', { group: 'row', content: 'cells', marks: false, attributes: [] }],
  ['tableHeader', cell],
  ['tableCell', cell],
  ['horizontalRule', block('nothing')],
  ['codeBlock', block('plain-text', [['language', language]])],
  ['blockMath', block('nothing', [['latex', latex]])],
  [
    'image',
    block('nothing', [
      ['file_id', wholeNumber(1, Number.MAX_SAFE_INTEGER, REFUSED)],
      ['alt', alt],
      ['width', pixels],
      ['height', pixels],
    ]),
  ],
  ['hardBreak', { group: 'inline', content: 'nothing', marks: false, attributes: [] }],
  ['inlineMath', { group: 'inline', content: 'nothing', marks: true, attributes: [['latex', latex]] }],
  ['text', { group: 'inline', content: 'nothing', marks: true, attributes: [] }],
]);

/** Every mark, outermost first: the order in which a document stores them. */
export const MARK_RULES: ReadonlyMap<string, NodeRule['attributes']> = new Map<string, NodeRule['attributes']>([
  ['link', [['href', href]]],
  ['bold', []],
  ['italic', []],
  ['underline', []],
  ['strike', []],
  ['superscript', []],
  ['subscript', []],
  ['code', []],
]);

export const MARK_ORDER: readonly string[] = [...MARK_RULES.keys()];
