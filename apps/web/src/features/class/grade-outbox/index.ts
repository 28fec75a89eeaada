/** What was typed into a gradebook is on the device before it is sent, and is delivered once wherever its author is in the app. */
export { keepingStore } from './grade-store.ts';
export { keepEdits, type KeptEdits } from './kept-edits.ts';
export { KeptGrades } from './KeptGrades.tsx';
export { sendAlone, tokenOf } from './send-alone.ts';
export { MOST_AT_ONCE, type SavedAnswer, sendGrades } from './send-grades.ts';
export { type CellValue, readTyped } from './typed-grade.ts';
