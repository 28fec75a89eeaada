import { type ReactNode, useState } from 'react';
import { IconCloudUpload, IconDownload } from '../../../../ui/feature-icons/icons.ts';
import type { IconComponent } from '../../../../ui/plain/icon.tsx';
import { lazyScreen } from '../../../../ui/plain/lazy-screen.tsx';
import type { ShownFilters } from './calls.ts';
import { t } from './t.ts';

/** Fetched when they open: most who look at a gradebook neither export nor import. */
const ExportDialog = lazyScreen(() => import('./ExportDialog.tsx'), 'ExportDialog');
const ImportDialog = lazyScreen(() => import('./ImportDialog.tsx'), 'ImportDialog');

/** Something to be done with the whole gradebook: a button where there is room for it, else an entry of a menu. */
export interface Tool {
  label: string;
  icon: IconComponent;
  onSelect: () => void;
}

interface FileToolsProps {
  courseId: number;
  isArchived: boolean;
  /** What the gradebook is filtered by when it is asked. */
  filters: () => ShownFilters;
  /** An act was done here. */
  onImported: (actId: number) => void;
  /** It was taken back here. */
  onTakenBack: (actId: number) => void;
  /** Shows the tools. */
  children: (tools: Tool[]) => ReactNode;
}

/** A gradebook out to a spreadsheet and in from one. */
export function FileTools({ courseId, isArchived, filters, children, ...told }: FileToolsProps) {
  const [open, setOpen] = useState<'export' | 'import' | null>(null);
  const onClose = () => setOpen(null);
  const tools: Tool[] = [{ label: t('gradeExport.open'), icon: IconDownload, onSelect: () => setOpen('export') }];
  if (!isArchived) tools.push({ label: t('gradeImport.open'), icon: IconCloudUpload, onSelect: () => setOpen('import') });
  return (
    <>
      {children(tools)}
      {open === 'export' && <ExportDialog courseId={courseId} filters={filters} onClose={onClose} />}
      {open === 'import' && <ImportDialog courseId={courseId} onClose={onClose} {...told} />}
    </>
  );
}
