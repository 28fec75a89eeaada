import type { Editor } from '@tiptap/core';
import { toSafeHref } from '@classwright/rules/rich-text/href';
import { useId, useRef, useState } from 'react';
import { Button } from '../../plain/Button.tsx';
import { t } from '../../../base/t.ts';
import styles from './editor.module.css';
import { Panel } from './Panel.tsx';

/** Completes an address. People type "school.org/page", but an address needs its scheme. */
function complete(typed: string): string | null {
  const address = typed.trim();
  if (/^[^\s@/]+@[^\s@/]+\.[^\s@/]+$/u.test(address)) return toSafeHref(`mailto:${address}`);
  return toSafeHref(/^[a-z][a-z0-9+.-]*:/iu.test(address) ? address : `https://${address}`);
}

/** Edits the address of the link at the cursor or of the selected text. */
export function LinkPanel({ editor, onDone }: { editor: Editor; onDone: () => void }) {
  const present = editor.getAttributes('link')['href'] as string | undefined;
  const [address, setAddress] = useState(present ?? '');
  const [refused, setRefused] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const id = useId();

  const apply = () => {
    const href = complete(address);
    setRefused(!href);
    if (!href) return field.current?.focus();
    const chain = editor.chain().focus().extendMarkRange('link');
    if (editor.state.selection.empty && !present) chain.insertContent({ type: 'text', text: address.trim(), marks: [{ type: 'link', attrs: { href } }] }).run();
    else chain.setLink({ href }).run();
    onDone();
  };
  return (
    <Panel editor={editor} onApply={apply} onDone={onDone}>
      <label className={styles.panelLabel} htmlFor={id}>
        {t('editor.linkAddress')}
      </label>
      <div className={styles.panelRow}>
        <input
          ref={field}
          id={id}
          className={styles.field}
          type="text"
          inputMode="url"
          autoComplete="off"
          value={address}
          onChange={(event) => setAddress(event.target.value)}
          aria-invalid={refused}
          aria-describedby={refused ? `${id}e` : undefined}
        />
        <Button variant="light" onClick={apply}>
          {t('editor.apply')}
        </Button>
        {present && (
          <Button
            onClick={() => {
              editor.chain().focus().extendMarkRange('link').unsetLink().run();
              onDone();
            }}
          >
            {t('editor.removeLink')}
          </Button>
        )}
        <Button
          variant="subtle"
          onClick={() => {
            onDone();
            editor.commands.focus();
          }}
        >
          {t('common.cancel')}
        </Button>
      </div>
      {refused && (
        <p className={styles.panelError} id={`${id}e`} role="alert">
          {t('editor.linkRefused')}
        </p>
      )}
    </Panel>
  );
}
