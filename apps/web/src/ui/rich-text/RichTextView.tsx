import type { RichTextDocument, RichTextMark, RichTextNode } from '@classwright/contract/rich-text';
import { toSafeHref } from '@classwright/rules/rich-text/href';
import { createElement, Fragment, type ReactNode } from 'react';
import { classes } from '../plain/classes.ts';
import { IconPaperclip } from '../feature-icons/icons.ts';
import { Formula } from './Formula.tsx';
import { Scrollable } from './Scrollable.tsx';
import styles from './rich-text.module.css';

export interface RichTextViewProps {
  document: RichTextDocument;
  /**
   * Returns the address of an image's file id if the document itself does not have one (`src`, an address of this
   * server that the server adds). An image without an address shows its alternative text.
   */
  fileAddress?: ((fileId: number) => string | undefined) | undefined;
  className?: string | undefined;
}

/**
 * Renders a stored document without the editor. Only nodes and marks of the allow-list are rendered, each as one of our
 * elements; anything else is left out with its content, so a hostile document stays inert.
 */
export function RichTextView({ document, fileAddress, className }: RichTextViewProps) {
  return <div className={classes(styles.text, className)}>{draw(document.content, { fileAddress })}</div>;
}

type Surroundings = Pick<RichTextViewProps, 'fileAddress'>;
type Draw = (node: RichTextNode, around: Surroundings) => ReactNode;

const draw = (content: RichTextNode[] | undefined, around: Surroundings): ReactNode =>
  Array.isArray(content) ? content.map((node, index) => <Fragment key={index}>{NODES.get(node.type)?.(node, around)}</Fragment>) : null;

const element =
  (tag: string): Draw =>
  (node, around) =>
    createElement(tag, null, draw(node.content, around));
/** Renders a block with marks at the side where its text begins: bullets, numbers, the bar of a quotation. */
const sidedElement =
  (tag: string): Draw =>
  (node, around) =>
    createElement(tag, { dir: 'auto' }, draw(node.content, around));
const whole = (value: unknown, most: number): number | undefined =>
  Number.isInteger(value) && (value as number) > 0 && (value as number) <= most ? (value as number) : undefined;
const words = (value: unknown): string => (typeof value === 'string' ? value : '');
/** Renders a cell. Screen readers would announce a header cell without text as nothing. */
const cell =
  (tag: 'td' | 'th'): Draw =>
  (node, around) =>
    createElement(
      tag === 'th' && node.content?.some(({ content }) => content?.length) ? 'th' : 'td',
      { colSpan: whole(node.attrs?.['colspan'], 50), rowSpan: whole(node.attrs?.['rowspan'], 50) },
      draw(node.content, around),
    );

/** Renders a heading. Levels 1 to 3 of a text are below the headings of the page: h3 to h5. */
const heading: Draw = (node, around) => createElement(`h${2 + (whole(node.attrs?.['level'], 3) ?? 3)}`, null, draw(node.content, around));

const picture: Draw = (node, { fileAddress }) => {
  const id = whole(node.attrs?.['file_id'], Number.MAX_SAFE_INTEGER);
  const address = ownAddress(node.attrs?.['src']) ?? (id === undefined ? undefined : fileAddress?.(id));
  const alt = words(node.attrs?.['alt']);
  if (!address)
    return alt ? (
      <p className={styles.missing}>
        <IconPaperclip size={16} /> {alt}
      </p>
    ) : null;
  return <img src={address} alt={alt} loading="lazy" width={whole(node.attrs?.['width'], 10_000)} height={whole(node.attrs?.['height'], 10_000)} />;
};

/** Returns a path on this server. Images never come from anywhere else. */
const ownAddress = (value: unknown): string | undefined => (typeof value === 'string' && /^\/(?![/\\])/.test(value) ? value : undefined);

const NODES: ReadonlyMap<string, Draw> = new Map<string, Draw>([
  ['paragraph', element('p')],
  ['heading', heading],
  ['bulletList', sidedElement('ul')],
  [
    'orderedList',
    (node, around) => (
      <ol dir="auto" start={whole(node.attrs?.['start'], 1_000_000)}>
        {draw(node.content, around)}
      </ol>
    ),
  ],
  ['listItem', element('li')],
  ['blockquote', sidedElement('blockquote')],
  [
    'table',
    (node, around) => (
      <Scrollable>
        <table dir="auto">
          <tbody>{draw(node.content, around)}</tbody>
        </table>
      </Scrollable>
    ),
  ],
  ['tableRow', element('tr')],
  ['tableHeader', cell('th')],
  ['tableCell', cell('td')],
  ['horizontalRule', () => <hr />],
  [
    'codeBlock',
    (node, around) => (
      <Scrollable>
        <pre>
          <code>{draw(node.content, around)}</code>
        </pre>
      </Scrollable>
    ),
  ],
  ['blockMath', (node) => <Formula block latex={words(node.attrs?.['latex'])} />],
  ['image', picture],
  ['hardBreak', () => <br />],
  ['inlineMath', (node) => marked(node.marks, <Formula latex={words(node.attrs?.['latex'])} />)],
  ['text', (node) => marked(node.marks, words(node.text))],
]);

const TAGS: ReadonlyMap<string, string> = new Map([
  ['bold', 'strong'],
  ['italic', 'em'],
  ['underline', 'u'],
  ['strike', 's'],
  ['superscript', 'sup'],
  ['subscript', 'sub'],
  ['code', 'code'],
]);

/** Applies marks, which are stored outermost first. */
function marked(marks: RichTextMark[] | undefined, inner: ReactNode): ReactNode {
  if (!Array.isArray(marks)) return inner;
  return marks.reduceRight<ReactNode>((drawn, mark) => {
    if (mark.type === 'link') {
      const href = safely(mark.attrs?.['href']);
      return href ? (
        <a href={href} target="_blank" rel="noopener noreferrer nofollow">
          {drawn}
        </a>
      ) : (
        drawn
      );
    }
    const tag = TAGS.get(mark.type);
    return tag ? createElement(tag, null, drawn) : drawn;
  }, inner);
}

/**
 * Returns a safe link, or null. The rule uses functions that phones before 2023 lack; there a link is only its text.
 */
function safely(href: unknown): string | null {
  try {
    return toSafeHref(href);
  } catch {
    return null;
  }
}
