import type { Readable } from 'node:stream';
import { ACCOUNT_COLUMNS, type AccountColumn, type MessageKey, type Translate } from '@classwright/contract';
import { writeWorkbook } from '../../../platform/spreadsheets/index.ts';
import { titleOf } from './columns.ts';

const WIDTHS: Readonly<Record<AccountColumn, number>> = { first_name: 20, last_name: 20, email: 34, phone_number: 18, school: 30, account_type: 16, role: 16 };
const MOST_NAMES = 50;

/** The valid values of the columns that name something; left out where none is known yet. */
export type TemplateNames = Partial<Record<'school' | 'account_type' | 'role', readonly { name: string }[]>>;

/** Writes an empty list of people, and a second sheet that explains how to fill it in. */
export function accountTemplate(t: Translate<MessageKey>, names: TemplateNames = {}): Readable {
  const columns = ACCOUNT_COLUMNS.map((key) => ({ title: titleOf(key), width: WIDTHS[key] }));
  const help = ACCOUNT_COLUMNS.map((key) => [titleOf(key), t(`import.template.${key}`, { names: inWords(names[key as keyof TemplateNames]) })]);
  return writeWorkbook([
    { name: t('import.template.sheet'), columns, rows: [] },
    {
      name: t('import.template.help'),
      columns: [
        { title: t('import.template.column'), width: 18 },
        { title: t('import.template.meaning'), width: 100 },
      ],
      rows: help,
    },
  ]);
}

function inWords(rows: readonly { name: string }[] | undefined): string {
  if (!rows || rows.length === 0) return '…';
  const shown = rows.slice(0, MOST_NAMES).map(({ name }) => name);
  return shown.join(', ') + (rows.length > MOST_NAMES ? ', …' : '');
}
