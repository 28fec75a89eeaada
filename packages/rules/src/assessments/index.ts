/** Decisions about assessments: what becomes a new question, and what speaks against a transfer question. */
export { areResponsesChanged, type ComparedResponse } from './question-changes.ts';
export { computeTransferHints, type HintQuestion, type TransferHint } from './transfer-hint.ts';
