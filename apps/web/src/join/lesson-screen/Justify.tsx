import type { RichTextDocument } from '@classwright/contract/rich-text';
import { useEffect, useId, useRef, useState } from 'react';
import { loadChunk } from '../../base/chunk.ts';
import { showSnack } from '../../base/snackbar.ts';
import { errorText } from '../../ui/plain/error-text.ts';
import { IconButton } from '../../ui/plain/IconButton.tsx';
import { IconLoader2, IconMathFunction, IconTypography } from '../../ui/plain/icons.ts';
import { plainDocument, plainTextOf } from '../../ui/rich-text/editor/plain-document.ts';
import { RichTextEditor } from '../../ui/rich-text/RichTextEditor.tsx';
import { t } from '../../base/t.ts';
import styles from './Justify.module.css';

type Tool = 'formula' | 'formatting';

/**
 * "Justify Your Answer": starts as plain text. Pressing a tool loads the editor, which takes over the typed text. While
 * it loads, or if it fails to, plain text continues to work.
 */
export function Justify({ value, onChange }: { value: string | RichTextDocument; onChange: (comment: string | RichTextDocument) => void }) {
  const id = useId();
  const plain = typeof value === 'string' ? value : plainTextOf(value);
  const [tool, setTool] = useState<Tool | null>(null);
  const [loading, setLoading] = useState<Tool | null>(null);
  const box = useRef<HTMLDivElement>(null);
  const isRich = tool !== null || plain === null;

  useEffect(() => {
    if (tool === 'formatting') box.current?.querySelector<HTMLElement>('[contenteditable]')?.focus();
  }, [tool]);

  async function bring(wanted: Tool): Promise<void> {
    if (loading) return;
    setLoading(wanted);
    try {
      await loadChunk(() => import('../../ui/rich-text/editor/Surface.tsx'));
      setTool(wanted);
    } catch (error) {
      showSnack(errorText(error), { color: 'red' });
    } finally {
      setLoading(null);
    }
  }

  if (isRich) {
    return (
      <div ref={box}>
        <RichTextEditor
          label={t('join.justify')}
          value={typeof value === 'string' ? plainDocument(value) : value}
          onChange={onChange}
          variant="compact"
          {...(tool && { opened: tool })}
        />
      </div>
    );
  }
  return (
    <div className={styles.box}>
      <div className={styles.head}>
        <label className={styles.label} htmlFor={id}>
          {t('join.justify')}
        </label>
        <ToolButton tool="formula" loading={loading} onPress={bring} />
        <ToolButton tool="formatting" loading={loading} onPress={bring} />
      </div>
      <textarea
        id={id}
        className={styles.text}
        value={plain}
        aria-describedby={loading ? `${id}-way` : undefined}
        onChange={(event) => onChange(event.target.value)}
      />
      <p id={`${id}-way`} role="status" className="visually-hidden">
        {loading && t('join.editorOnWay')}
      </p>
    </div>
  );
}

function ToolButton({ tool, loading, onPress }: { tool: Tool; loading: Tool | null; onPress: (tool: Tool) => Promise<void> }) {
  const Icon = loading === tool ? IconLoader2 : tool === 'formula' ? IconMathFunction : IconTypography;
  return (
    <IconButton
      icon={Icon}
      label={tool === 'formula' ? t('join.maths') : t('join.formatting')}
      size="l"
      iconSize={21}
      className={loading === tool ? styles.loading : undefined}
      aria-busy={loading === tool || undefined}
      // The phone's keyboard stays open.
      onPointerDown={(event) => event.preventDefault()}
      onClick={() => void onPress(tool)}
    />
  );
}
