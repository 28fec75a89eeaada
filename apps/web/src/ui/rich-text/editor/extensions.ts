import { Subscript } from '@tiptap/extension-subscript';
import { Superscript } from '@tiptap/extension-superscript';
import { TableKit } from '@tiptap/extension-table';
import { type Extensions, mergeAttributes, Node } from '@tiptap/core';
import { StarterKit } from '@tiptap/starter-kit';
import { toSafeHref } from '@classwright/rules/rich-text/href';
import { DroppedFiles } from './dropped-files.ts';
import { drawFormula } from '../draw-formula.ts';
import { Picture } from './picture-node.ts';

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
const InlineMath = math('inlineMath', 'span');
/** A formula on its own line. */
const BlockMath = math('blockMath', 'div');

/** The nodes and marks of the allow-list in `@classwright/rules/rich-text`. Nothing else can be written. */
export const extensions: Extensions = [
  StarterKit.configure({
    heading: { levels: [1, 2, 3] },
    trailingNode: false,
    dropcursor: false,
    link: { openOnClick: false, defaultProtocol: 'https', isAllowedUri: (href) => toSafeHref(href) !== null, HTMLAttributes: { target: null, rel: null } },
  }),
  Subscript,
  Superscript,
  TableKit.configure({ table: { resizable: false } }),
  InlineMath,
  BlockMath,
  Picture,
  DroppedFiles,
];
