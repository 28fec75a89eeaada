import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { listApi } from '../../../base/list-api.ts';
import { parseId, searchParser } from '../../../base/search.ts';
import { usePageSearch } from '../../../base/use-page-search.ts';
import { useUnsaved } from '../../../base/unsaved.ts';
import { useUser } from '../../../base/use-user.ts';
import { ChoiceField, choicesIn } from '../../../ui/form/index.ts';
import { AppLink } from '../../../ui/plain/AppLink.tsx';
import { buttonClasses } from '../../../ui/plain/Button.tsx';
import { EmptyState } from '../../../ui/plain/EmptyState.tsx';
import { LoadFailed } from '../../../ui/plain/LoadFailed.tsx';
import { PageHeader } from '../../../ui/plain/PageHeader.tsx';
import { SkeletonText } from '../../../ui/plain/Skeleton.tsx';
import { FactorRules } from '../../people/factors/index.ts';
import { LogoPanel } from './LogoPanel.tsx';
import { SchoolSettingsForm } from './SchoolSettingsForm.tsx';
import styles from './school-settings.module.css';
import { t } from '../../../base/t.ts';
import type { Typed } from './use-school-settings.ts';

type School = { id: number; school_name: string };

/** Parses the address: the selected school. */
const parseSchoolSearch = searchParser({ school_id: parseId });
export type SchoolSearch = ReturnType<typeof parseSchoolSearch>;

/** The settings for everyone in a school, the selected one if there are several. `more` follows them. */
export function SchoolSettingsScreen({ more }: { more?: (school: { id: number; mayEdit: boolean }) => ReactNode }) {
  const { rights, school: own } = useUser();
  const { search, replace } = usePageSearch(parseSchoolSearch);
  const [typed, setTyped] = useState<Readonly<Record<number, Typed | null>>>({});
  // Typed values for one school are kept while another one is shown.
  useUnsaved(
    Object.values(typed).some((one) => one !== null),
    'page',
  );
  const schools = useQuery({
    queryKey: ['list', 'school', 'names'],
    queryFn: ({ signal }) => listApi<{ data: School[] }>('GET', '/schools', { query: { per_page: 0 }, signal }).then(({ data }) => data),
  });
  const all = schools.data ?? [];
  const choices = all.map((school) => ({ id: school.id, name: school.school_name }));
  const id = search.school_id ?? own?.id ?? all[0]?.id;
  return (
    <>
      <PageHeader
        title={t('schoolSettings.title')}
        sub={t('schoolSettings.about')}
        actions={
          rights.includes('retention:view') ? (
            <AppLink to="/retention" className={buttonClasses()}>
              {t('menu.page.retention')}
            </AppLink>
          ) : undefined
        }
      />
      {schools.error && !schools.data ? (
        <LoadFailed error={schools.error} onRetry={() => void schools.refetch()} />
      ) : !schools.data ? (
        <SkeletonText lines={6} />
      ) : id === undefined ? (
        <EmptyState title={t('schoolSettings.noSchool')}>{t('schoolSettings.noSchoolHint')}</EmptyState>
      ) : (
        <>
          {all.length > 1 && (
            <div className={styles.chooser}>
              <ChoiceField
                label={t('schoolSettings.school')}
                source={choicesIn('/schools settings', choices)}
                value={choices.filter((school) => school.id === id)}
                onChange={([chosen]) => chosen && replace({ school_id: chosen.id })}
              />
            </div>
          )}
          <SchoolSettingsForm
            key={id}
            schoolId={id}
            mayEdit={rights.includes('school-settings:edit')}
            typed={typed[id] ?? null}
            onTyped={(next) => setTyped((before) => ({ ...before, [id]: next }))}
          />
          <LogoPanel key={`logo ${id}`} schoolId={id} mayEdit={rights.includes('school-settings:edit')} />
          <FactorRules key={`factors ${id}`} schoolId={id} mayEdit={rights.includes('school-settings:edit')} />
          {more?.({ id, mayEdit: rights.includes('school-settings:edit') })}
        </>
      )}
    </>
  );
}
