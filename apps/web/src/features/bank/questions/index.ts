/**
 * The question bank: its lists, a question's detail, form, versions and approval. Other features reuse the form and
 * the picker.
 */
export { QuestionBankScreen } from './bank/QuestionBankScreen.tsx';
export { DraftQuestionsScreen } from './drafts/DraftQuestionsScreen.tsx';
export type { QuestionSlots } from './slots.ts';
export { QuestionFormDialog } from './form/index.ts';
export { QuestionPicker } from './picker/QuestionPicker.tsx';
export { loadQuestion, type Question } from './calls.ts';
export { LOOKUPS } from './lookups.ts';
export type { BankSearch } from './search.ts';
