/**
 * Grade outbox: grades typed into a gradebook are stored on the device before they are sent, and delivered once on any
 * page of the app.
 */
export { keepingStore } from './grade-store.ts';
export { createEditStore, type KeptEdits } from './kept-edits.ts';
export { KeptGrades } from './KeptGrades.tsx';
export { sendAlone, tokenOf } from './send-alone.ts';
export { SAVE_LIMITS, type SavedAnswer, sendGrades } from './send-grades.ts';
export { type CellValue, readTyped } from './typed-grade.ts';
