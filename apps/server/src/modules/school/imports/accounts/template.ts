import type { Readable } from 'node:stream';
import { ACCOUNT_COLUMNS, type AccountColumn, type MessageKey, type Translate } from '@classwright/contract';
import { templateBook } from '../template-book.ts';
import { titleOf } from './columns.ts';

const WIDTHS: Readonly<Record<AccountColumn, number>> = { first_name: 20, last_name: 20, email: 34, phone_number: 18, school: 30, account_type: 16, role: 16 };
const MOST_NAMES = 50;

/** The valid values of the columns that name something; left out where none is known yet. */
export type TemplateNames = Partial<Record<'school' | 'account_type' | 'role', readonly { name: string }[]>>;

/** Writes an empty list of people, and a second sheet that explains how to fill it in. */
export function accountTemplate(t: Translate<MessageKey>, names: TemplateNames = {}): Readable {
  const columns = ACCOUNT_COLUMNS.map((key) => {
    const help = t(`import.template.${key}`, { names: inWords(names[key as keyof TemplateNames]) });
    return { title: titleOf(key), width: WIDTHS[key], help };
  });
  return templateBook(t, { sheet: t('import.template.sheet'), help: t('import.template.help'), columns });
}

function inWords(rows: readonly { name: string }[] | undefined): string {
  if (!rows || rows.length === 0) return '…';
  const shown = rows.slice(0, MOST_NAMES).map(({ name }) => name);
  return shown.join(', ') + (rows.length > MOST_NAMES ? ', …' : '');
}
