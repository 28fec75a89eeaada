import { createDateWriter } from '../../../platform/dates.ts';
import { fileExport, fileGet, fileList } from '@classwright/contract';
import { audit } from '../../../platform/audit/index.ts';
import { appNow } from '../../../platform/clock.ts';
import { appError } from '../../../platform/errors.ts';
import { FileAnswer, implement, type Implementation } from '../../../platform/http/index.ts';
import { toPagination } from '../../../platform/lists.ts';
import { writeWorkbook, XLSX_TYPE } from '../../../platform/spreadsheets/index.ts';
import { findTimeZone } from '../../people/accounts/index.ts';
import { fullName } from '../../people/accounts/index.ts';
import { libraryOf, requireReadable } from './access.ts';
import type { FilesDependencies } from './dependencies.ts';
import { loadFileViews } from './present.ts';
import { listLibrary, listLibraryFiles } from './queries.ts';
import { findUses, listNamedUses } from './uses.ts';
import { toFileView } from './views.ts';

const COLUMNS = [
  ['files.field.name', 44],
  ['files.field.fileType', 22],
  ['files.field.size', 14],
  ['files.field.owner', 28],
  ['files.field.createdAt', 22],
] as const;

/** Returns pages of the library, one file, and a spreadsheet that lists files. */
export function implementFileRead({ t, links, uses }: FilesDependencies): Implementation[] {
  return [
    implement(fileList, async ({ tx, actor, input }) => {
      const timeZone = await findTimeZone(tx, actor.schoolId);
      const { start_date, end_date, type, search_text } = input;
      const search = {
        reach: libraryOf(actor, input.own),
        startDate: start_date ?? undefined,
        endDate: end_date ?? undefined,
        timeZone,
        type: type.toLowerCase(),
        searchText: search_text,
      };
      const { rows, total } = await listLibrary(tx, search, input);
      const now = await appNow(tx);
      return { data: rows.map((row) => toFileView(row, { actor, links, now })), pagination: toPagination(input, total), time_zone: timeZone };
    }),
    implement(fileGet, async ({ tx, actor, input }) => {
      await requireReadable(tx, actor, [input.id], uses());
      const [file] = await loadFileViews(tx, actor, links, [input.id]);
      if (!file) throw appError('FILE_NOT_FOUND');
      const dependents = file.can_delete ? ((await findUses(tx, uses(), [file.id], t)).get(file.id) ?? []) : [];
      const things = file.can_delete ? await listNamedUses(tx, actor, uses(), file.id) : [];
      return { file, dependents: dependents.map(({ words }) => words), things };
    }),
    implement(fileExport, async ({ tx, actor, input, requestId }) => {
      await requireReadable(tx, actor, input.ids, uses());
      const timeZone = await findTimeZone(tx, actor.schoolId);
      const write = createDateWriter('isoSecond', timeZone);
      const rows = (await listLibraryFiles(tx, input.ids)).map((file) => [
        file.name,
        file.mime_type,
        String(file.byte_size),
        file.first_name === null ? '' : fullName({ first_name: file.first_name, last_name: file.last_name ?? '' }),
        write(file.created_at),
      ]);
      await audit(tx, actor, { action: fileExport.name, subjectType: 'file', subjectId: null, after: { ids: input.ids }, requestId });
      const columns = COLUMNS.map(([key, width]) => ({ title: t(key), width }));
      const day = (await appNow(tx)).toISOString().slice(0, 10);
      return new FileAnswer({ name: `files-${day}.xlsx`, type: XLSX_TYPE, content: writeWorkbook([{ name: t('files.export.sheet'), columns, rows }]) });
    }),
  ];
}
