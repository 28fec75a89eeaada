import { Editor, type EditorEvents } from '@tiptap/core';
import type { RichTextDocument } from '@classwright/contract/rich-text';
import { useEffect, useRef, useState, useReducer } from 'react';
import { classes } from '../../plain/classes.ts';
import { IconButton } from '../../plain/IconButton.tsx';
import { IconArrowBackUp, IconMathFunction, IconTypography } from '../../plain/icons.ts';
import { IconLink, IconPhoto } from '../../feature-icons/icons.ts';
import { IconArrowForwardUp } from './icons.ts';
import { t } from '../../../base/t.ts';
import textStyles from '../rich-text.module.css';
import styles from './editor.module.css';
import { createEchoes, type Echoes } from './echoes.ts';
import { extensions } from './extensions.ts';
import { FormulaPanel } from './FormulaPanel.tsx';
import { LinkPanel } from './LinkPanel.tsx';
import { PictureDrop } from './PictureDrop.tsx';
import { Button } from '../../plain/Button.tsx';
import { textTools, deleteColumn, deleteRow, tableTools } from './tools.ts';
import { Toolbar, ToolButtons } from './Toolbar.tsx';
import type { ChosenPicture, SurfaceProps } from './surface-props.ts';

/** The browser delivers the last letters of a composition just after its end. */
const AFTER_COMPOSITION_MS = 100;

/**
 * Keeps an editor at the form's value. Only text by others is applied (another tab, a draft from the server): the
 * writer's own text returns a render later, and setting it would remove letters typed since. Nothing is applied while a
 * word is being composed.
 */
function useValue(editor: Editor | null, echoes: Echoes | null, value: RichTextDocument): void {
  useEffect(() => {
    if (!editor || !echoes?.isForeign(value)) return undefined;
    const { dom } = editor.view;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const take = () => {
      if (editor.isDestroyed || editor.view.composing || !echoes.isForeign(value)) return;
      const { from, to } = editor.state.selection;
      echoes.taken(value);
      editor
        .chain()
        .setContent(value, { emitUpdate: false })
        .command(({ tr, commands }) => commands.setTextSelection({ from: Math.min(from, tr.doc.content.size), to: Math.min(to, tr.doc.content.size) }))
        .run();
    };
    const later = () => {
      clearTimeout(timer);
      timer = setTimeout(take, AFTER_COMPOSITION_MS);
    };
    dom.addEventListener('compositionend', later);
    take();
    return () => {
      clearTimeout(timer);
      dom.removeEventListener('compositionend', later);
    };
  }, [editor, echoes, value]);
}

/** The editor with its tools. It loads only when there is something to write. */
export default function Surface(props: SurfaceProps) {
  const host = useRef<HTMLDivElement>(null);
  const [editor, setEditor] = useState<Editor | null>(null);
  const [echoes, setEchoes] = useState<Echoes | null>(null);
  const latest = useRef(props);
  useEffect(() => {
    latest.current = props;
  });
  useEffect(() => {
    if (!host.current) return undefined;
    const { value } = latest.current;
    const own = createEchoes(value);
    const made = new Editor({
      element: host.current,
      extensions,
      content: value,
      injectCSS: false,
      editorProps: { attributes: () => attributesOf(latest.current) },
      onUpdate: ({ editor: writer }: EditorEvents['update']) => {
        const written = writer.getJSON() as RichTextDocument;
        own.emitted(written);
        latest.current.onChange(written);
      },
      onFocus: () => latest.current.onFocus?.(),
      onBlur: () => latest.current.onBlur?.(),
    });
    if (latest.current.focusOnOpen) made.commands.focus('end');
    setEchoes(own);
    setEditor(made);
    return () => made.destroy();
  }, []);

  useValue(editor, echoes, props.value);
  useEffect(() => {
    editor?.setEditable(!props.disabled, false);
  }, [editor, props.disabled]);

  return (
    <>
      {editor && !props.disabled && (
        <Tools editor={editor} compact={props.variant === 'compact'} opened={props.opened} pictures={props.pictures} files={props.files} />
      )}
      <div ref={host} className={classes(styles.surface, textStyles.text)} />
    </>
  );
}

function attributesOf({ id, labelId, describedBy, invalid }: SurfaceProps): Record<string, string> {
  return {
    id,
    role: 'textbox',
    'aria-multiline': 'true',
    'aria-labelledby': labelId,
    ...(describedBy && { 'aria-describedby': describedBy }),
    ...(invalid && { 'aria-invalid': 'true' }),
    class: classes(textStyles.text, styles.writing),
  };
}

/** The toolbar. Compact: formula and "Formatting", which opens the rest; full: everything. */
function Tools({
  editor,
  compact,
  opened,
  pictures: Pictures,
  files,
}: { editor: Editor; compact: boolean } & Pick<SurfaceProps, 'opened' | 'pictures' | 'files'>) {
  useRerenderOn(editor);
  const [open, setOpen] = useState(opened === 'formatting');
  const [panel, setPanel] = useState<'link' | 'formula' | null>(opened === 'formula' ? 'formula' : null);
  const toggle = (name: 'link' | 'formula') => setPanel(panel === name ? null : name);
  const [isChoosing, setIsChoosing] = useState(false);
  const size = compact ? 'l' : 'm';
  const insert = (chosen: ChosenPicture | null) => {
    setIsChoosing(false);
    if (!chosen) return void editor.commands.focus();
    const { fileId, ...attributes } = chosen;
    editor
      .chain()
      .focus()
      .insertContent({ type: 'image', attrs: { file_id: fileId, ...attributes } })
      .run();
  };
  const formula = (
    <IconButton
      icon={IconMathFunction}
      label={t('editor.formula')}
      size={size}
      aria-expanded={panel === 'formula'}
      tabIndex={compact ? 0 : -1}
      onClick={() => toggle('formula')}
    />
  );
  const rest = (
    <>
      <ToolButtons editor={editor} tools={textTools} size={size} first />
      <IconButton
        icon={IconLink}
        label={t('editor.link')}
        size={size}
        aria-pressed={editor.isActive('link')}
        aria-expanded={panel === 'link'}
        tabIndex={-1}
        onClick={() => toggle('link')}
      />
      {!compact && <>{formula}</>}
      {Pictures && (
        <IconButton icon={IconPhoto} label={t('editor.picture')} size={size} aria-haspopup="dialog" tabIndex={-1} onClick={() => setIsChoosing(true)} />
      )}
      <IconButton
        icon={IconArrowBackUp}
        label={t('editor.undo')}
        size={size}
        className={styles.separated}
        tabIndex={-1}
        disabled={!editor.can().undo()}
        onClick={() => editor.chain().focus().undo().run()}
      />
      <IconButton
        icon={IconArrowForwardUp}
        label={t('editor.redo')}
        size={size}
        tabIndex={-1}
        disabled={!editor.can().redo()}
        onClick={() => editor.chain().focus().redo().run()}
      />
    </>
  );
  return (
    <>
      {compact && (
        <Toolbar label={t('editor.tools')} compact>
          {formula}
          <IconButton icon={IconTypography} label={t('editor.formatting')} size="l" aria-expanded={open} tabIndex={-1} onClick={() => setOpen(!open)} />
        </Toolbar>
      )}
      {(open || !compact) && <Toolbar label={compact ? t('editor.formatting') : t('editor.tools')}>{rest}</Toolbar>}
      {editor.isActive('table') && <TableBar editor={editor} size={size} />}
      {panel === 'link' && <LinkPanel editor={editor} onDone={() => setPanel(null)} />}
      {Pictures && isChoosing && <Pictures onDone={insert} />}
      {Pictures && <PictureDrop editor={editor} pictures={Pictures} files={files} />}
      {panel === 'formula' && <FormulaPanel editor={editor} hasMoreKeys={!compact} onDone={() => setPanel(null)} />}
    </>
  );
}

/** The table tools, shown while the cursor is in a table. */
function TableBar({ editor, size }: { editor: Editor; size: 'm' | 'l' }) {
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

/** Renders again whenever the editor's text or selection changes, so that toggles show their state. */
function useRerenderOn(editor: Editor): void {
  const [, rerender] = useReducer((count: number) => count + 1, 0);
  useEffect(() => {
    editor.on('transaction', rerender);
    return () => {
      editor.off('transaction', rerender);
    };
  }, [editor]);
}
