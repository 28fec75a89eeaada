import type { RichTextDocument, RichTextNode } from '@classwright/contract/rich-text';

/** A part of a description in reading order: a run of text, or a figure. */
export type DescriptionPart =
  | { kind: 'text'; document: RichTextDocument }
  | { kind: 'figure'; src: string; alt: string; width: number | undefined; height: number | undefined };

/** Separates top-level figures from a text, so that they can be enlarged. Figures inside lists or tables stay. */
export function splitFigures(document: RichTextDocument): DescriptionPart[] {
  const parts: DescriptionPart[] = [];
  let run: RichTextNode[] = [];
  const endRun = () => {
    if (run.length > 0) parts.push({ kind: 'text', document: { type: 'doc', content: run } });
    run = [];
  };
  for (const node of document.content) {
    const src = node.type === 'image' ? ownAddress(node.attrs?.['src']) : null;
    if (src === null) {
      run.push(node);
      continue;
    }
    endRun();
    const alt = node.attrs?.['alt'];
    parts.push({ kind: 'figure', src, alt: typeof alt === 'string' ? alt : '', width: pixels(node.attrs?.['width']), height: pixels(node.attrs?.['height']) });
  }
  endRun();
  return parts;
}

/** Returns the address if it is on this server. Figures never come from anywhere else. */
const ownAddress = (value: unknown): string | null => (typeof value === 'string' && /^\/(?![/\\])/.test(value) ? value : null);
const pixels = (value: unknown): number | undefined =>
  Number.isInteger(value) && (value as number) > 0 && (value as number) <= 10_000 ? (value as number) : undefined;
