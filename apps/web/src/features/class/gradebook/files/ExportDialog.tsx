import { GRADE_FILE_EXTRAS, GRADE_FILE_FORMATS, GRADE_FILE_SEPARATORS } from '@classwright/contract/class/gradebook/files-limits';
import { useState } from 'react';
import { openDownload } from '../../../../base/open-download.ts';
import { Segments } from '../../../../ui/form/index.ts';
import { errorText } from '../../../../ui/plain/error-text.ts';
import { CheckField } from '../../../../ui/plain/Field.tsx';
import { FormDialog } from '../../../../ui/plain/FormDialog.tsx';
import { Notice } from '../../../../ui/plain/Notice.tsx';
import { Text } from '../../../../ui/plain/layout/layout.tsx';
import { type ExportChoice, exportPath, type ShownFilters } from './calls.ts';
import { t } from '../../../../base/t.ts';

interface ExportDialogProps {
  courseId: number;
  /** Returns the current filters of the gradebook. */
  filters: () => ShownFilters;
  onClose: () => void;
}

/** A dialog that saves a class's gradebook as a spreadsheet, with choices of format and content. */
export function ExportDialog({ courseId, filters, onClose }: ExportDialogProps) {
  const [choice, setChoice] = useState<ExportChoice>({ format: 'xlsx', separator: 'comma', scope: 'all', with: [] });
  const [error, setError] = useState<unknown>(null);
  const change = (part: Partial<ExportChoice>) => setChoice((before) => ({ ...before, ...part }));
  const save = async (): Promise<boolean> => {
    setError(null);
    try {
      await openDownload(exportPath(courseId, filters(), choice));
      return true;
    } catch (failure) {
      setError(failure);
      return false;
    }
  };
  return (
    <FormDialog
      opened
      width={460}
      title={t('gradeExport.title')}
      submitLabel={t('gradeExport.save')}
      pendingLabel={t('gradeExport.saving')}
      onClose={onClose}
      onSubmit={save}
      error={error === null ? undefined : <Notice>{errorText(error)}</Notice>}
    >
      <Segments
        label={t('gradeExport.format')}
        value={choice.format}
        segments={GRADE_FILE_FORMATS.map((value) => ({ value, label: t(`gradeExport.${value}`) }))}
        onChange={(format) => change({ format })}
      />
      {choice.format === 'csv' && (
        <Segments
          label={t('gradeExport.separator')}
          value={choice.separator}
          segments={GRADE_FILE_SEPARATORS.map((value) => ({ value, label: t(`gradeExport.${value}`) }))}
          onChange={(separator) => change({ separator })}
        />
      )}
      <Segments
        label={t('gradeExport.scope')}
        value={choice.scope}
        segments={(['all', 'shown'] as const).map((value) => ({ value, label: t(`gradeExport.${value}`) }))}
        onChange={(scope) => change({ scope })}
      />
      {GRADE_FILE_EXTRAS.map((extra) => (
        <CheckField
          key={extra}
          label={t(`gradeExport.${extra}`)}
          checked={choice.with.includes(extra)}
          onChange={({ target }) => change({ with: GRADE_FILE_EXTRAS.filter((one) => (one === extra ? target.checked : choice.with.includes(one))) })}
        />
      ))}
      {choice.with.includes('notes') && <Notice hue="amber">{t('gradeExport.notesHint')}</Notice>}
      <Text tone="dimmed">{t('gradeExport.hint')}</Text>
    </FormDialog>
  );
}
