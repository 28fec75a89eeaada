import type { Editor } from '@tiptap/core';
import { Button } from '../../plain/Button.tsx';
import { t } from '../../../base/t.ts';
import { deleteColumn, deleteRow, tableTools } from './tools.ts';
import { Toolbar, ToolButtons } from './Toolbar.tsx';

/** The table tools, shown while the cursor is in a table. */
export function TableBar({ editor, size }: { editor: Editor; size: 'm' | 'l' }) {
  return (
    <Toolbar label={t('editor.tableTools')}>
      <ToolButtons editor={editor} tools={tableTools} size={size} first />
      <Button variant="subtle" size="s" tabIndex={-1} onClick={() => deleteRow(editor)}>
        {t('editor.deleteRow')}
      </Button>
      <Button variant="subtle" size="s" tabIndex={-1} onClick={() => deleteColumn(editor)}>
        {t('editor.deleteColumn')}
      </Button>
    </Toolbar>
  );
}
