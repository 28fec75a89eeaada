/** Ideas: what wrong responses stand for, what classes believe, and what to ask next. */
export { IdeasScreen } from './IdeasScreen.tsx';
export { NextQuestions } from './NextQuestions.tsx';
export { QuestionIdeas } from './QuestionIdeas.tsx';
export type { IdeasSearch } from './search.ts';
