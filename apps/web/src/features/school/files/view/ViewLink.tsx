import { useState } from 'react';
import { lazyScreen } from '../../../../ui/plain/lazy-screen.tsx';
import { buttonClasses } from '../../../../ui/plain/Button.tsx';
import type { ChosenFile } from '../chosen-file.ts';
import { t } from '../../../../base/t.ts';

const ViewDialog = lazyScreen(() => import('./ViewDialog.tsx'), 'ViewDialog');

/** A "View" link: it opens a library file here, and any other link at its own address. */
export function ViewLink({ file }: { file: ChosenFile }) {
  const [isOpen, setIsOpen] = useState(false);
  const { file_id, name, url } = file;
  if (file_id === null) {
    return (
      <a
        className={buttonClasses({ variant: 'link', size: 's' })}
        href={url}
        target="_blank"
        rel="noopener noreferrer"
        aria-label={t('files.viewOne', { name })}
      >
        {t('files.view')}
      </a>
    );
  }
  return (
    <>
      <button type="button" className={buttonClasses({ variant: 'link', size: 's' })} aria-label={t('files.viewOne', { name })} onClick={() => setIsOpen(true)}>
        {t('files.view')}
      </button>
      {isOpen && <ViewDialog fileId={file_id} name={name} onClose={() => setIsOpen(false)} />}
    </>
  );
}
