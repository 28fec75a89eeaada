/** Decisions about assessments: which edits make a new question, and the hints about a transfer question. */
export { areResponsesChanged, type ComparedResponse } from './question-changes.ts';
export { computeTransferHints, type HintQuestion, type TransferHint } from './transfer-hint.ts';
