import type { Readable } from 'node:stream';
import { GROUP_ACCOUNT_COLUMNS, type MessageKey, type Translate } from '@classwright/contract';
import { templateBook } from '../../../school/imports/index.ts';
import { columnsOf } from './columns.ts';

const WIDTH = 34;

/** Writes an empty list of groups and people, and a second sheet that explains how to fill it in. */
export function groupAccountTemplate(t: Translate<MessageKey>): Readable {
  const titles = new Map<string, string>(columnsOf({ isForOne: false }).map(({ key, title }) => [key, title]));
  const columns = GROUP_ACCOUNT_COLUMNS.map((key) => ({
    title: titles.get(key) ?? key,
    width: WIDTH,
    help: t(`invitationGroup.template.${key}Help`),
  }));
  return templateBook(t, { sheet: t('invitationGroup.template.sheet'), help: t('import.template.help'), columns });
}
