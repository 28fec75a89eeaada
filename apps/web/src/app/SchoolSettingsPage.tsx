import { useUser } from '../base/use-user.ts';
import { SchoolConsents } from '../features/overview/consents/index.ts';
import { FamilyRules } from '../features/overview/guardians/index.ts';
import { NoticeTexts } from '../features/overview/notice/index.ts';
import { SchoolSettingsScreen } from '../features/school/school-settings/index.ts';

/**
 * Shows the settings of a school, with what it offers families, its own paragraphs of the notice about data, and whom it asks
 * about optional uses.
 */
export function SchoolSettingsPage() {
  const { rights } = useUser();
  return (
    <SchoolSettingsScreen
      more={({ id, mayEdit }) => (
        <>
          <FamilyRules key={`families ${id}`} schoolId={id} mayEdit={mayEdit} />
          <NoticeTexts key={`notice ${id}`} schoolId={id} mayEdit={mayEdit} />
          {rights.includes('guardians:view') && <SchoolConsents key={`consents ${id}`} schoolId={id} mayEdit={mayEdit} />}
        </>
      )}
    />
  );
}
