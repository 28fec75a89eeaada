import { t } from './t.ts';
import { parseLessonSearch } from '../../../base/search.ts';
import { usePageSearch } from '../../../base/use-page-search.ts';
import { PageHeader } from '../../../ui/plain/PageHeader.tsx';
import { LessonList } from './LessonList.tsx';

/** Which lesson? The page that the menu's Live Learning opens. */
export function LessonsScreen() {
  const { search, replace } = usePageSearch(parseLessonSearch);
  return (
    <>
      <PageHeader title={t('home.liveLearning')} sub={t('home.liveLearningHint')} />
      <LessonList state={search} onState={replace} />
    </>
  );
}
