import { type QuestionVersionView, questionVersionList, questionVersionRestore } from '@classwright/contract';
import { compareVersions, type ComparableVersion } from '@classwright/rules/questions/index';
import { toPlainText } from '@classwright/rules/rich-text/index';
import { appError } from '../../../platform/errors.ts';
import { implement, type Implementation } from '../../../platform/http/index.ts';
import { getWholeQuestion, knowsAuthor, readerOf } from './access.ts';
import { type BankRow, findBankRow, listVersionRows, type VersionRow } from './bank-queries.ts';
import type { BankDependencies } from './dependencies.ts';
import { loadQuestionView } from './present.ts';
import { fileIdsOf, lockChangeable, saveContent } from './question-save.ts';

/** Implements the history of a question, and restoring an older version as the newest. */
export function implementQuestionVersions(dependencies: BankDependencies): Implementation[] {
  const { t } = dependencies;

  function toView(row: VersionRow, previous: VersionRow | undefined, currentId: number, knowsNames: boolean): QuestionVersionView {
    const changes = previous ? compareVersions(toComparable(previous), toComparable(row)) : [];
    return {
      id: row.version_id,
      version: row.version,
      title: row.title,
      account_id: row.editor_id,
      full_name: knowsNames ? `${row.editor_first_name} ${row.editor_last_name}`.trim() : '',
      created_at: row.version_created_at.toISOString(),
      first_used_at: row.first_used_at?.toISOString() ?? null,
      is_current: row.version_id === currentId,
      changes: changes.map((change) => ({ ...change, label: toLabel(change.field) })),
    };
  }

  /** Converts "responses.2.sub_grade" to "Responses 2: Points". */
  function toLabel(field: string): string {
    const words: string[] = [];
    let name = '';
    for (const part of field.split('.'))
      if (/^\d+$/.test(part)) words[words.length - 1] = `${words.at(-1)} ${part}`;
      else {
        name = name === '' ? part : `${name}.${part}`;
        words.push(t(`question.field.${name}` as Parameters<typeof t>[0]));
      }
    return words.join(': ');
  }

  return [
    implement(questionVersionList, async ({ tx, actor, input }) => {
      const reader = readerOf(actor);
      const question = await getWholeQuestion(tx, reader, input.id);
      const rows = await listVersionRows(tx, question.id);
      const versions = rows.map((row, index) => toView(row, rows[index + 1], question.version_id, knowsAuthor(reader, question)));
      return { data: versions, versions };
    }),
    implement(questionVersionRestore, async ({ tx, actor, input, requestId }) => {
      const reader = readerOf(actor);
      const before = await lockChangeable(tx, reader, input.id, input.updated_at, dependencies);
      const older = (await listVersionRows(tx, before.id)).find(({ version }) => version === input.version);
      if (!older) throw appError('QUESTION_NOT_FOUND');
      const content = { ...older, published_state: before.published_state };
      await saveContent({ tx, actor, requestId, action: questionVersionRestore.name }, reader, before, {
        content,
        chosen: null,
        usableFileIds: fileIdsOf(older),
      });
      const question = await loadQuestionView(tx, reader, (await findBankRow(tx, reader, before.id)) as BankRow, dependencies);
      return { question, data: question, message: t('question.restored', { version: older.version }) };
    }),
  ];
}

const toComparable = (row: BankRow): ComparableVersion => ({
  ...row,
  description: toPlainText(row.description),
  responses: row.responses.map((response) => ({ ...response, description: toPlainText(response.description) })),
});
