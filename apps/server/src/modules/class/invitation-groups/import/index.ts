import {
  importGroupAccounts,
  importGroupAccountTemplate,
  invitationGroups,
  type MessageKey,
  MAX_IMPORT_ERRORS,
  type Translate,
  GROUP_ACCOUNT_COLUMNS,
} from '@classwright/contract';
import { can, FileAnswer, implement, type Implementation } from '../../../../platform/http/index.ts';
import { XLSX_TYPE } from '../../../../platform/spreadsheets/index.ts';
import { readTableRows, templateBook } from '../../../school/imports/index.ts';
import { requireGroup } from '../access.ts';
import { applyGroupImport } from './apply.ts';
import { columnsOf, titleOf } from './columns.ts';
import { type Judgement, judgeRows, type Problem } from './judge.ts';
import type { Readable } from 'node:stream';

const WIDTH = 34;

/** Writes an empty list of groups and people, and a second sheet that explains how to fill it in. */
function groupAccountTemplate(t: Translate<MessageKey>): Readable {
  const titles = new Map<string, string>(columnsOf({ isForOne: false }).map(({ key, title }) => [key, title]));
  const columns = GROUP_ACCOUNT_COLUMNS.map((key) => ({
    title: titles.get(key) ?? key,
    width: WIDTH,
    help: t(`invitationGroup.template.${key}Help`),
  }));
  return templateBook(t, { sheet: t('invitationGroup.template.sheet'), help: t('import.template.help'), columns });
}

/** Implements importing people into groups from a spreadsheet, and its template. */
export function implementGroupImport({ t }: { t: Translate<MessageKey> }): Implementation[] {
  const inWords = ({ row, column, value, message, params }: Problem) => ({
    row,
    column,
    column_title: titleOf(column, t),
    value,
    message: t(`invitationGroup.row.${message}` as MessageKey, params),
  });
  return [
    implement(importGroupAccounts, async ({ tx, actor, input, files: [file], requestId }) => {
      const { reach } = actor;
      const only = input.invitation_group_id === undefined ? null : await requireGroup(tx, reach, input.invitation_group_id);
      const importer = { reach, only, mayCreate: can(actor, invitationGroups.resource, 'create') };
      const judgement: Judgement = { totalRows: 0, problems: [], groups: new Map() };
      for await (const rows of readTableRows(file.bytes, columnsOf({ isForOne: only !== null }))) await judgeRows(tx, rows, importer, judgement);
      const { problems, totalRows, groups } = judgement;
      const imported = problems.length === 0 || input.partial;
      const counts = { errors: problems.length, total: totalRows };
      return {
        message: imported ? t('import.completed', counts) : t('invitationGroup.refused', counts),
        imported,
        groups: imported ? await applyGroupImport(tx, { actor, fileName: file.name, requestId }, groups.values()) : [],
        errors: problems.slice(0, MAX_IMPORT_ERRORS).map(inWords),
        error_count: problems.length,
        total_rows: totalRows,
      };
    }),
    implement(importGroupAccountTemplate, async () => {
      return new FileAnswer({ name: 'invitation-group-import-template.xlsx', type: XLSX_TYPE, content: groupAccountTemplate(t) });
    }),
  ];
}
