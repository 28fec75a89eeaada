import type { Readable } from 'node:stream';
import type { MessageKey, Translate } from '@classwright/contract';
import { writeWorkbook } from '../../../platform/spreadsheets/index.ts';

interface TemplateBook {
  /** The names of the two sheets. */
  sheet: string;
  help: string;
  columns: readonly { title: string; width: number; help: string }[];
}

/** Writes an empty list with these columns, and a second sheet that explains how to fill it in. */
export function templateBook(t: Translate<MessageKey>, { sheet, help, columns }: TemplateBook): Readable {
  return writeWorkbook([
    { name: sheet, columns: columns.map(({ title, width }) => ({ title, width })), rows: [] },
    {
      name: help,
      columns: [
        { title: t('import.template.column'), width: 18 },
        { title: t('import.template.meaning'), width: 100 },
      ],
      rows: columns.map(({ title, help: meaning }) => [title, meaning]),
    },
  ]);
}
