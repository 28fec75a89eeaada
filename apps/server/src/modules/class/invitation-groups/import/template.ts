import type { Readable } from 'node:stream';
import { GROUP_ACCOUNT_COLUMNS, type MessageKey, type Translate } from '@classwright/contract';
import { writeWorkbook } from '../../../../platform/spreadsheets/index.ts';
import { columnsOf } from './columns.ts';

const WIDTH = 34;

/** Writes an empty list of groups and people, and a second sheet that explains how to fill it in. */
export function groupAccountTemplate(t: Translate<MessageKey>): Readable {
  const titles = new Map<string, string>(columnsOf({ isForOne: false }).map(({ key, title }) => [key, title]));
  const titled = GROUP_ACCOUNT_COLUMNS.map((key) => ({ key, title: titles.get(key) ?? key }));
  return writeWorkbook([
    { name: t('invitationGroup.template.sheet'), columns: titled.map(({ title }) => ({ title, width: WIDTH })), rows: [] },
    {
      name: t('import.template.help'),
      columns: [
        { title: t('import.template.column'), width: 18 },
        { title: t('import.template.meaning'), width: 100 },
      ],
      rows: titled.map(({ key, title }) => [title, t(`invitationGroup.template.${key}Help`)]),
    },
  ]);
}
