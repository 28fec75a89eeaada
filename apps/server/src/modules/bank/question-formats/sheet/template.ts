import type { Readable } from 'node:stream';
import type { MessageKey, Translate } from '@classwright/contract';
import { templateBook } from '../../../school/imports/index.ts';
import { type SheetColumn, writtenColumns } from './columns.ts';
import { widthOf } from './write-sheet.ts';

/** Writes an empty list of questions, and a second sheet that explains how to fill it in. */
export function questionTemplate(t: Translate<MessageKey>): Readable {
  const columns = writtenColumns.map(({ title, key }) => ({ title, width: widthOf(key), help: t(helpOf(key)) }));
  return templateBook(t, { sheet: t('questionImport.templateSheet'), help: t('questionImport.templateHelp'), columns });
}

const PARTS: Readonly<Record<string, MessageKey>> = {
  text: 'questionImport.help.choices',
  level: 'questionImport.help.level',
  points: 'questionImport.help.letterPoints',
  valid: 'questionImport.help.valid',
  description: 'questionImport.help.description',
};

function helpOf(key: SheetColumn): MessageKey {
  const part = key.includes('.') ? PARTS[key.split('.')[1] as string] : undefined;
  return part ?? (`questionImport.help.${key}` as MessageKey);
}
