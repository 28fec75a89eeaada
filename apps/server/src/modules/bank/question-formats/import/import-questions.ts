import type { MessageKey, Translate } from '@classwright/contract';
import { endOf, type ImportDefinition, type ImportUndo } from '../../../school/imports/index.ts';
import { archiveUnused, judgeUnusedQuestions, listTitles } from '../../questions/index.ts';
import type { Finding } from '../imported-question.ts';
import { openQuestionFile } from '../open-file.ts';
import { countCorrected } from './queries.ts';
import { applyQuestions, inWords, previewQuestions, type RunDependencies } from './run.ts';
import { BY_VALUE, toFindingView } from './views.ts';

/** Describes the import of questions from a file of any known format. A long file becomes a job. */
export function questionImport(dependencies: RunDependencies): ImportDefinition<Finding> {
  const { t } = dependencies;
  return {
    kind: 'question',
    right: 'question-imports:create',
    jobKind: 'import.questions',
    maxInlineBytes: 64 * 1024,
    refused: 'questionImport.refused',
    unreadable: 'questionImport.file.unreadable',
    open: (bytes) =>
      inWords(async () => {
        const { format, end } = await openQuestionFile(bytes);
        await end();
        return format;
      }),
    preview: (tx, held) => previewQuestions(tx, held, dependencies),
    apply: (db, held) => applyQuestions(db, held, dependencies),
    byValue: BY_VALUE,
    reported: 'finding',
    linesOf: ({ problems, notes }) =>
      [...problems, ...notes].map((one) => {
        const { column_title: column, value, message: remedy } = toFindingView(one, t);
        return { column, value, remedy };
      }),
    undo: questionImportUndo(t),
  };
}

/** Undoes an import of questions by archiving those that nobody has used. */
function questionImportUndo(t: Translate<MessageKey>): ImportUndo {
  return {
    jobKind: 'import.questions.takeBack',
    judge: (db, _person, ids, row) => judgeUnusedQuestions(db, ids, endOf(row)),
    take: (tx, person, ids, row, requestId) => archiveUnused(tx, person, ids, { since: endOf(row), requestId, action: 'import.takeBack.question' }),
    names: listTitles,
    async remarks(db, row) {
      const corrected = await countCorrected(db, row.id);
      return [t('takeBack.remark.question'), ...(corrected > 0 ? [t('takeBack.remark.corrected', { count: corrected })] : [])];
    },
  };
}
