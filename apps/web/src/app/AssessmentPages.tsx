import { AssessmentsScreen } from '../features/class/assessments/index.ts';
import { lazyScreen } from '../ui/plain/lazy-screen.tsx';

const NextQuestions = lazyScreen(() => import('../features/lesson/ideas/index.ts'), 'NextQuestions');

/** Shows the active assessments, with proposals for the next question in their form. */
export const Assessments = () => <AssessmentsScreen renderNextQuestions={({ classId, onChoose }) => <NextQuestions classId={classId} onChoose={onChoose} />} />;
