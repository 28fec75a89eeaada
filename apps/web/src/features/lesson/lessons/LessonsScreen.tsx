import { t } from '../../../base/t.ts';
import { parseLessonSearch } from '../../../base/search.ts';
import { usePageSearch } from '../../../base/use-page-search.ts';
import { PageHeader } from '../../../ui/plain/PageHeader.tsx';
import { LessonList } from './LessonList.tsx';

/** The page behind the menu's Live Learning, which lets the teacher choose a lesson. */
export function LessonsScreen() {
  const { search, replace } = usePageSearch(parseLessonSearch);
  return (
    <>
      <PageHeader title={t('home.liveLearning')} sub={t('home.liveLearningHint')} />
      <LessonList state={search} onState={replace} />
    </>
  );
}
