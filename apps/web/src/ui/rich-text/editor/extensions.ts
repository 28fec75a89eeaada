import { Subscript } from '@tiptap/extension-subscript';
import { Superscript } from '@tiptap/extension-superscript';
import { TableKit } from '@tiptap/extension-table';
import type { Extensions } from '@tiptap/core';
import { StarterKit } from '@tiptap/starter-kit';
import { toSafeHref } from '@classwright/rules/rich-text/href';
import { DroppedFiles } from './dropped-files.ts';
import { BlockMath, InlineMath } from './math-nodes.ts';
import { Picture } from './picture-node.ts';

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
