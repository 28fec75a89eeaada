import type { Editor } from '@tiptap/core';
import type { IconComponent } from '../../plain/icon.tsx';
import { IconTable } from '../../plain/icons.ts';
import { IconList, IconListNumbers } from '../../feature-icons/icons.ts';
import {
  IconBlockquote,
  IconBold,
  IconColumnInsertRight,
  IconH1,
  IconH2,
  IconH3,
  IconItalic,
  IconRowInsertBottom,
  IconSubscript,
  IconSuperscript,
  IconTableOff,
} from './icons.ts';
import type { MessageKey } from '../../../base/t.ts';

/** A toolbar button that acts right away. `isOn` makes it a toggle. */
export interface Tool {
  name: MessageKey;
  icon: IconComponent;
  run: (editor: Editor) => void;
  isOn?: (editor: Editor) => boolean;
  /** True when it starts a new group. */
  separated?: boolean;
}

const heading = (level: 1 | 2 | 3, icon: IconComponent): Tool => ({
  name: `editor.heading${level}`,
  icon,
  run: (editor) => editor.chain().focus().toggleHeading({ level }).run(),
  isOn: (editor) => editor.isActive('heading', { level }),
});

/** The tools before link and formula, first those that a justification needs most. */
export const textTools: readonly Tool[] = [
  {
    name: 'editor.bold',
    icon: IconBold,
    run: (editor) => editor.chain().focus().toggleBold().run(),
    isOn: (editor) => editor.isActive('bold'),
  },
  { name: 'editor.italic', icon: IconItalic, run: (editor) => editor.chain().focus().toggleItalic().run(), isOn: (editor) => editor.isActive('italic') },
  {
    name: 'editor.subscript',
    icon: IconSubscript,
    run: (editor) => editor.chain().focus().unsetSuperscript().toggleSubscript().run(),
    isOn: (editor) => editor.isActive('subscript'),
  },
  {
    name: 'editor.superscript',
    icon: IconSuperscript,
    run: (editor) => editor.chain().focus().unsetSubscript().toggleSuperscript().run(),
    isOn: (editor) => editor.isActive('superscript'),
  },
  {
    name: 'editor.bulletList',
    icon: IconList,
    separated: true,
    run: (editor) => editor.chain().focus().toggleBulletList().run(),
    isOn: (editor) => editor.isActive('bulletList'),
  },
  {
    name: 'editor.orderedList',
    icon: IconListNumbers,
    run: (editor) => editor.chain().focus().toggleOrderedList().run(),
    isOn: (editor) => editor.isActive('orderedList'),
  },
  {
    name: 'editor.quote',
    icon: IconBlockquote,
    run: (editor) => editor.chain().focus().toggleBlockquote().run(),
    isOn: (editor) => editor.isActive('blockquote'),
  },
  { name: 'editor.table', icon: IconTable, run: (editor) => editor.chain().focus().insertTable({ rows: 3, cols: 3, withHeaderRow: true }).run() },
  { ...heading(1, IconH1), separated: true },
  heading(2, IconH2),
  heading(3, IconH3),
];

/** The actions for the table at the cursor. */
export const tableTools: readonly Tool[] = [
  { name: 'editor.addRow', icon: IconRowInsertBottom, run: (editor) => editor.chain().focus().addRowAfter().run() },
  { name: 'editor.addColumn', icon: IconColumnInsertRight, run: (editor) => editor.chain().focus().addColumnAfter().run() },
  { name: 'editor.deleteTable', icon: IconTableOff, run: (editor) => editor.chain().focus().deleteTable().run() },
];
export const deleteRow: Tool['run'] = (editor) => void editor.chain().focus().deleteRow().run();
export const deleteColumn: Tool['run'] = (editor) => void editor.chain().focus().deleteColumn().run();
