import { useNavigate, useSearch } from '@tanstack/react-router';
import { t } from './t.ts';
import { useTitle } from '../../base/use-title.ts';
import { PageHeader } from '../../ui/plain/PageHeader.tsx';
import { LessonList } from './LessonList.tsx';

/** Which lesson? The page that the menu's Live Learning opens. */
export function LessonsScreen() {
  const search = useSearch({ from: '/signed-in/teacher-live-learning' });
  const navigate = useNavigate();
  useTitle(t('home.liveLearning'));
  return (
    <>
      <PageHeader title={t('home.liveLearning')} sub={t('home.liveLearningHint')} />
      <LessonList state={search} onState={(state) => void navigate({ to: '/teacher-live-learning', search: state, replace: true })} />
    </>
  );
}
