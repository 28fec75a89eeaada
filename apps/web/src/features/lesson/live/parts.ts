import { lazyScreen } from '../../../ui/plain/lazy-screen.tsx';

/** Parts of the desk that a press opens. They load right after the desk, so that they are ready when needed. */
export const ResponseTable = lazyScreen(() => import('./feed/ResponseTable.tsx'), 'ResponseTable');
export const StudentDialog = lazyScreen(() => import('./people/StudentDialog.tsx'), 'StudentDialog');
export const CommentInput = lazyScreen(() => import('./feed/CommentInput.tsx'), 'CommentInput');
export const LatePosts = lazyScreen(() => import('./feed/LatePosts.tsx'), 'LatePosts');
export const QuestionPreview = lazyScreen(() => import('./desk/QuestionPreview.tsx'), 'QuestionPreview');
export const LessonPlan = lazyScreen(() => import('./desk/QuestionPreview.tsx'), 'LessonPlan');
/** The curtain is down when a lesson opens, so the figures behind it load after the desk. */
export const Distribution = lazyScreen(() => import('./desk/Distribution.tsx'), 'Distribution');
export const ViewSwitch = lazyScreen(() => import('./desk/Distribution.tsx'), 'ViewSwitch', null);
export const EndsAt = lazyScreen(() => import('./desk/EndsAt.tsx'), 'EndsAt', null);
export const LargeFigure = lazyScreen(() => import('./desk/LargeFigure.tsx'), 'LargeFigure', null);
export const JoinButton = lazyScreen(() => import('./desk/seats/JoinButton.tsx'), 'JoinButton');
/** The band of a rehearsal, the button that brings a simulated class, and the frames next to the desk. */
export const TryClass = lazyScreen(() => import('./try/TryClass.tsx'), 'TryClass', null);
export const BringDialog = lazyScreen(() => import('./try/TryClass.tsx'), 'BringDialog');
export const AdjustTimeDialog = lazyScreen(() => import('./desk/AdjustTimeDialog.tsx'), 'AdjustTimeDialog');
export const LessonDialogs = lazyScreen(() => import('./desk/LessonDialogs.tsx'), 'LessonDialogs', null);
export const WallsDialog = lazyScreen(() => import('./desk/walls/WallsDialog.tsx'), 'WallsDialog');

export const PairsDialog = lazyScreen(() => import('./desk/pairs/PairsDialog.tsx'), 'PairsDialog');
export const ReasonsDialog = lazyScreen(() => import('./desk/reasons/ReasonsDialog.tsx'), 'ReasonsDialog');
export const PlanForm = lazyScreen(() => import('./classmates/PlanForm.tsx'), 'PlanForm');
export const PlanDialog = lazyScreen(() => import('./classmates/PlanForm.tsx'), 'PlanDialog');
export const HideDialog = lazyScreen(() => import('./classmates/HideDialog.tsx'), 'HideDialog');
export const HiddenMark = lazyScreen(() => import('./classmates/HiddenMark.tsx'), 'HiddenMark');
export const Questions = lazyScreen(() => import('./classmates/Questions.tsx'), 'Questions');

export function preloadParts(): void {
  for (const part of [
    Distribution,
    ViewSwitch,
    LessonDialogs,
    AdjustTimeDialog,
    LatePosts,
    CommentInput,
    ResponseTable,
    StudentDialog,
    HideDialog,
    PlanDialog,
    LargeFigure,
  ])
    part.fetchAhead();
}
