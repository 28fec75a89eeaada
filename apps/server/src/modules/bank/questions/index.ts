/**
 * Questions: the bank. A question is a name for its versions.
 *
 * Invariants: a version that has been asked never changes again (the database refuses it too), and a later edit creates
 * the next one; rich text is stored only as filtered by the allow-list; a view for students cannot hold validity,
 * points or reasoning; access to the bank is decided by one condition (`visibleTo` in bank-queries.ts) and one choice
 * of view (`knowsKey` in access.ts).
 */
export { type BankReader, getVisibleQuestion, getWholeQuestion, readerOf } from './access.ts';
export { questionsModule } from './bank.ts';
export { type BankRow } from './bank-queries.ts';
export { fillBank, refoldSearchWords } from './fill-bank.ts';
export { correctKey, createImportedQuestions } from './import.ts';
export { listTitles } from './import-queries.ts';
export { archiveUnused, judgeUnusedQuestions } from './archive-unused.ts';
export { createInBank, fileIdsOf } from './question-save.ts';
export { placeOfResponse, type QuestionVersion } from './queries.ts';
export { listVersionsWithFile } from './file-use-queries.ts';
export { loadQuestionVersions } from './load.ts';
export { requireRichText } from './rich-text.ts';
export { createQuestion, editQuestion, markUsed, rateQuestion, takeApprovalStep } from './service.ts';
export { toRevealedQuestionView, toRichTextView, toStaffQuestionView, toStudentQuestionView } from './views.ts';
