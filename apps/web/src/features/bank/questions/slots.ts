import type { ReactNode } from 'react';
import type { Question } from './calls.ts';
import type { BankSearch } from './search.ts';

/** Places in the bank's screens for other features. The page that combines them provides the content. */
export interface QuestionSlots {
  /** Tools in the bank's toolbar: import, template, export. */
  renderTools?: (bank: { search: BankSearch; onImport: () => void }) => ReactNode;
  /** The dialog that `?import=true` opens. */
  renderImport?: (dialog: { onClose: () => void; onImported: () => void }) => ReactNode;
  /** Tools for selected questions. */
  renderSelectedTools?: (ids: readonly number[]) => ReactNode;
  /** A section of a question's detail after its responses. */
  renderBelowResponses?: (question: Question) => ReactNode;
  /** Tools in the toolbar of a question's detail. */
  renderQuestionTools?: (question: Question) => ReactNode;
}
