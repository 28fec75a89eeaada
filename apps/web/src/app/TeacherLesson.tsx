import { SignedIn } from './shell/SignedIn.tsx';
import { TeacherLiveScreen } from '../features/lesson/live/index.ts';

/** Shows the running lesson to people who may run it. */
export function TeacherLesson({ assessmentId }: { assessmentId: number }) {
  return (
    <>
      <SignedIn />
      <TeacherLiveScreen assessmentId={assessmentId} />
    </>
  );
}
