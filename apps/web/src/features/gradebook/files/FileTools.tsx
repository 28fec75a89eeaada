import { useState } from 'react';
import { IconCloudUpload } from '../../../ui/feature-icons/icons.ts';
import { Button } from '../../../ui/plain/Button.tsx';
import { lazyScreen } from '../../../ui/plain/lazy-screen.tsx';
import type { ShownFilters } from './calls.ts';
import { ExportMenu } from './ExportMenu.tsx';
import { t } from './t.ts';

/** Fetched when it opens: most who look at a gradebook never import. */
const ImportDialog = lazyScreen(() => import('./ImportDialog.tsx'), 'ImportDialog');

interface FileToolsProps {
  courseId: number;
  isArchived: boolean;
  /** What the gradebook is filtered by when it is asked. */
  filters: () => ShownFilters;
  /** An act was done here. */
  onImported: (actId: number) => void;
  /** It was taken back here. */
  onTakenBack: (actId: number) => void;
}

/** A gradebook out to a spreadsheet and in from one. */
export function FileTools({ courseId, isArchived, filters, ...told }: FileToolsProps) {
  const [isImporting, setImporting] = useState(false);
  return (
    <>
      <ExportMenu courseId={courseId} filters={filters} />
      {!isArchived && (
        <Button icon={IconCloudUpload} onClick={() => setImporting(true)}>
          {t('gradeImport.open')}
        </Button>
      )}
      {isImporting && <ImportDialog courseId={courseId} onClose={() => setImporting(false)} {...told} />}
    </>
  );
}
