import { type ReactNode, useState } from 'react';
import { IconCloudUpload, IconDownload } from '../../../../ui/feature-icons/icons.ts';
import type { IconComponent } from '../../../../ui/plain/icon.tsx';
import { lazyScreen } from '../../../../ui/plain/lazy-screen.tsx';
import type { ShownFilters } from './calls.ts';
import { t } from '../../../../base/t.ts';

/** The dialogs, loaded when they open, since few people export or import. */
const ExportDialog = lazyScreen(() => import('./ExportDialog.tsx'), 'ExportDialog');
const ImportDialog = lazyScreen(() => import('./ImportDialog.tsx'), 'ImportDialog');

/** An action on the whole gradebook: a button if there is room for it, otherwise a menu item. */
export interface Tool {
  label: string;
  icon: IconComponent;
  onSelect: () => void;
}

interface FileToolsProps {
  courseId: number;
  isArchived: boolean;
  /** Returns the current filters of the gradebook. */
  filters: () => ShownFilters;
  /** Called with an act that was done here. */
  onImported: (actId: number) => void;
  /** Called with an act that was undone here. */
  onTakenBack: (actId: number) => void;
  /** Shows the tools. */
  children: (tools: Tool[]) => ReactNode;
}

/** Provides the tools to export a gradebook to a spreadsheet and import one. */
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
