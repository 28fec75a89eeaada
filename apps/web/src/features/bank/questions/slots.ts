import type { ReactNode } from 'react';
import type { Question } from './calls.ts';
import type { BankSearch } from './search.ts';

/** Where other features stand in the bank's screens: the page that puts them together gives them. */
export interface QuestionSlots {
  /** In the bar of the bank: import, template, export. */
  renderTools?: (bank: { search: BankSearch; onImport: () => void }) => ReactNode;
  /** The dialog that `?import=true` opens. */
  renderImport?: (dialog: { onClose: () => void; onImported: () => void }) => ReactNode;
  /** For questions that were selected. */
  renderSelectedTools?: (ids: readonly number[]) => ReactNode;
  /** In the bar of a question's detail. */
  renderQuestionTools?: (question: Question) => ReactNode;
}
