import { mergeAttributes, Node } from '@tiptap/core';
import { drawFormula } from '../draw-formula.ts';

const math = (name: 'inlineMath' | 'blockMath', tag: 'span' | 'div') =>
  Node.create({
    name,
    group: name === 'inlineMath' ? 'inline' : 'block',
    inline: name === 'inlineMath',
    atom: true,
    addAttributes: () => ({
      latex: { default: '', parseHTML: (element) => element.getAttribute('data-latex') ?? '', renderHTML: ({ latex }) => ({ 'data-latex': latex as string }) },
    }),
    parseHTML: () => [{ tag: `${tag}[data-latex]` }],
    renderHTML: ({ HTMLAttributes }) => [tag, mergeAttributes(HTMLAttributes)],
    renderText: ({ node }) => String(node.attrs['latex']),
    addNodeView:
      () =>
      ({ node }) => {
        const dom = document.createElement(tag);
        dom.dataset['latex'] = String(node.attrs['latex']);
        dom.className = 'cw-formula';
        return { dom, destroy: drawFormula(dom, String(node.attrs['latex']), name === 'blockMath') };
      },
  });

/** A formula within a line. */
export const InlineMath = math('inlineMath', 'span');
/** A formula on its own line. */
export const BlockMath = math('blockMath', 'div');
