import { lazyScreen } from '../../../ui/plain/lazy-screen.tsx';

/** Parts of the desk that a press opens. They load right after the desk, so that they are ready when needed. */
export const ResponseTable = lazyScreen(() => import('./feed/ResponseTable.tsx'), 'ResponseTable');
export const StudentDialog = lazyScreen(() => import('./people/StudentDialog.tsx'), 'StudentDialog');
export const CommentInput = lazyScreen(() => import('./feed/CommentInput.tsx'), 'CommentInput');
export const LatePosts = lazyScreen(() => import('./feed/LatePosts.tsx'), 'LatePosts');
export const QuestionPreview = lazyScreen(() => import('./desk/QuestionPreview.tsx'), 'QuestionPreview');
export const LessonPlan = lazyScreen(() => import('./desk/QuestionPreview.tsx'), 'LessonPlan');
/** The band of a rehearsal, the button that brings a simulated class, and the frames next to the desk. */
export const TryClass = lazyScreen(() => import('./try/TryClass.tsx'), 'TryClass', null);
export const AdjustTimeDialog = lazyScreen(() => import('./desk/AdjustTimeDialog.tsx'), 'AdjustTimeDialog');

export function preloadParts(): void {
  for (const part of [AdjustTimeDialog, LatePosts, CommentInput, ResponseTable, StudentDialog]) part.fetchAhead();
}
