import { QUESTION_EXPORT_FORMATS, type QuestionExportFormat } from '@classwright/contract/bank/question-formats/limits';
import { useState } from 'react';
import { showSnack } from '../../../base/snackbar.ts';
import { useUser } from '../../../base/use-user.ts';
import { buttonClasses } from '../../../ui/plain/Button.tsx';
import { errorText } from '../../../ui/plain/error-text.ts';
import { IconChevronDown, IconLoader2 } from '../../../ui/plain/icons.ts';
import { IconDownload } from '../../../ui/feature-icons/icons.ts';
import { Menu } from '../../../ui/plain/Menu.tsx';
import { exportQuestions } from './calls.ts';
import { t } from '../../../base/t.ts';

/** Downloads questions as a file in a chosen format. Shows nothing to people without the right. */
export function QuestionExportMenu({ questionIds, small = false }: { questionIds: readonly number[]; small?: boolean }) {
  const { rights } = useUser();
  const [pending, setPending] = useState(false);
  if (!rights.includes('question-exports:view')) return null;
  const save = async (format: QuestionExportFormat): Promise<void> => {
    setPending(true);
    try {
      await exportQuestions(questionIds, format);
    } catch (error) {
      showSnack(errorText(error), { color: 'red' });
    } finally {
      setPending(false);
    }
  };
  const Icon = pending ? IconLoader2 : IconDownload;
  return (
    <Menu
      label={t('questionExport.open')}
      className={small ? buttonClasses({ size: 's' }) : buttonClasses()}
      button={
        <>
          <Icon size={18} />
          {t('questionExport.open')}
          <IconChevronDown size={16} />
        </>
      }
      actions={QUESTION_EXPORT_FORMATS.map((format) => ({
        label: t(`questionExport.${format}`),
        hint: t(`questionExport.${format}.leaves`),
        onSelect: () => void save(format),
      }))}
    />
  );
}
