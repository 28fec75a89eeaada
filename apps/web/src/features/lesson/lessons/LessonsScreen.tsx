import { Link } from '@tanstack/react-router';
import { t } from '../../../base/t.ts';
import { parseLessonSearch } from '../../../base/search.ts';
import { usePageSearch } from '../../../base/use-page-search.ts';
import { useUser } from '../../../base/use-user.ts';
import { buttonClasses } from '../../../ui/plain/Button.tsx';
import { IconPlus } from '../../../ui/plain/icons.ts';
import { PageHeader } from '../../../ui/plain/PageHeader.tsx';
import { LessonList } from './LessonList.tsx';

/** The page behind the menu's Live Learning, which lets the teacher choose a lesson, or make one. */
export function LessonsScreen() {
  const { rights } = useUser();
  const { search, replace } = usePageSearch(parseLessonSearch);
  return (
    <>
      <PageHeader
        title={t('home.liveLearning')}
        sub={t('home.liveLearningHint')}
        actions={
          rights.includes('assessments:create') && (
            <Link to="/assessments" search={{ create: true }} className={buttonClasses({ variant: 'filled' })}>
              <IconPlus size={18} />
              {t('assessments.create')}
            </Link>
          )
        }
      />
      <LessonList state={search} onState={replace} />
    </>
  );
}
