import { useEffect, useState } from 'react';
import { useUser } from '../../../base/use-user.ts';
import { Desk } from './desk/Desk.tsx';
import { createActions } from './lesson/actions.ts';
import { openPreferences } from './lesson/preferences.ts';
import { startStaffLesson } from './lesson/staff-lesson.ts';
import { ProjectorScreen } from './projector/index.ts';
import { useAddress } from './use-address.ts';
import { LiveContext, type Live } from './use-live.ts';

/**
 * The lesson of an assessment: the teacher's desk, or with `view=projector` in the address, the view for the class.
 */
export function TeacherLiveScreen({ assessmentId }: { assessmentId: number }) {
  const { view } = useAddress();
  return view === 'projector' ? <ProjectorScreen assessmentId={assessmentId} /> : <DeskOf key={assessmentId} assessmentId={assessmentId} />;
}

function DeskOf({ assessmentId }: { assessmentId: number }) {
  const { account_id } = useUser();
  const [live, setLive] = useState<Live | null>(null);
  useEffect(() => {
    const lesson = startStaffLesson(assessmentId);
    setLive({ lesson, actions: createActions(lesson), preferences: openPreferences(account_id), accountId: account_id, drafts: new Map() });
    return lesson.stop;
  }, [assessmentId, account_id]);
  return (
    live && (
      <LiveContext value={live}>
        <Desk />
      </LiveContext>
    )
  );
}
