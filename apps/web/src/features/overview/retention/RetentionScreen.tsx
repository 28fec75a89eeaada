import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { dayOn } from '../../../base/dates.ts';
import { listApi } from '../../../base/list-api.ts';
import { t } from '../../../base/t.ts';
import { usePageSearch } from '../../../base/use-page-search.ts';
import { useUser } from '../../../base/use-user.ts';
import { IconPrinter } from '../../../ui/feature-icons/icons.ts';
import { ChoiceField, choicesIn } from '../../../ui/form/index.ts';
import { Button } from '../../../ui/plain/Button.tsx';
import { EmptyState } from '../../../ui/plain/EmptyState.tsx';
import { Grid, Row, Text } from '../../../ui/plain/layout/layout.tsx';
import { LoadFailed } from '../../../ui/plain/LoadFailed.tsx';
import { PageHeader } from '../../../ui/plain/PageHeader.tsx';
import { SkeletonText } from '../../../ui/plain/Skeleton.tsx';
import { Paper } from '../../../ui/print/PrintHead.tsx';
import { type Retention, useRetention } from './calls.ts';
import { DueSection } from './DueSection.tsx';
import { HoldsSection } from './HoldsSection.tsx';
import { RunsSection } from './RunsSection.tsx';
import { parseRetentionSearch } from './search.ts';
import { TermsDialog } from './TermsDialog.tsx';
import styles from './retention.module.css';
import { sentenceOf, termNames } from './words.ts';

type School = { id: number; school_name: string };

/** Shows administrators how long a school keeps data, what becomes due, the holds, and the past nights. */
export function RetentionScreen() {
  const { rights, school: own } = useUser();
  const { search, replace } = usePageSearch(parseRetentionSearch);
  const schools = useQuery({
    queryKey: ['list', 'school', 'names'],
    queryFn: ({ signal }) => listApi<{ data: School[] }>('GET', '/schools', { query: { per_page: 0 }, signal }).then(({ data }) => data),
    enabled: rights.includes('schools:view'),
  });
  const all = schools.data ?? [];
  const choices = all.map((school) => ({ id: school.id, name: school.school_name }));
  const id = search.school_id ?? own?.id ?? all[0]?.id;
  return (
    <>
      <PageHeader title={t('menu.page.retention')} sub={t('retention.about')} />
      {schools.error && !schools.data ? (
        <LoadFailed error={schools.error} onRetry={() => void schools.refetch()} />
      ) : schools.isLoading ? (
        <SkeletonText lines={6} />
      ) : id === undefined ? (
        <EmptyState title={t('retention.noSchool')} />
      ) : (
        <>
          {all.length > 1 && (
            <div className={styles.chooser}>
              <ChoiceField
                label={t('retention.school')}
                source={choicesIn('/schools retention', choices)}
                value={choices.filter((school) => school.id === id)}
                onChange={([chosen]) => chosen && replace({ school_id: chosen.id })}
              />
            </div>
          )}
          <OfSchool key={id} schoolId={id} mayEdit={rights.includes('retention:edit')} />
        </>
      )}
    </>
  );
}

function OfSchool({ schoolId, mayEdit }: { schoolId: number; mayEdit: boolean }) {
  const { data, error, isFetching, refetch } = useRetention(schoolId);
  if (!data) return error ? <LoadFailed error={error} onRetry={() => void refetch()} pending={isFetching} /> : <SkeletonText lines={10} />;
  return (
    <>
      <TermsSection retention={data} mayEdit={mayEdit} onSaved={() => void refetch()} />
      <DueSection schoolId={schoolId} terms={data.terms} holds={data.holds} />
      <HoldsSection retention={data} mayEdit={mayEdit} onSaved={() => void refetch()} />
      <RunsSection runs={data.runs} beginsOn={data.begins_on} />
      <Policy retention={data} />
    </>
  );
}

function TermsSection({ retention, mayEdit, onSaved }: { retention: Retention; mayEdit: boolean; onSaved: () => void }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Grid as="section" gap={16} items="start" bordered radius="lg" ground="surface" className={styles.section} aria-labelledby="terms-title">
      <h2 id="terms-title">{t('retention.terms')}</h2>
      <Grid as="ul" wide className={styles.rows}>
        {termNames.map((term) => (
          <li key={term}>
            <b>{t(`retention.term.${term}`)}</b>
            <span>{sentenceOf(term, retention.terms)}</span>
            <Text as="span" size={14} tone="dimmed">
              {t(`retention.why.${term}`)}
            </Text>
          </li>
        ))}
      </Grid>
      <Text size={14} tone="dimmed">
        {t('retention.yearEnds', { date: dayOn(retention.year_ends) })}
      </Text>
      <Row wrap gap={12}>
        {mayEdit && <Button onClick={() => setOpen(true)}>{t('retention.change')}</Button>}
        <Button variant="light" icon={IconPrinter} onClick={() => window.print()}>
          {t('retention.print')}
        </Button>
      </Row>
      {isOpen && <TermsDialog retention={retention} onSaved={onSaved} onClose={() => setOpen(false)} />}
    </Grid>
  );
}

/** The written policy, as it is printed. */
function Policy({ retention }: { retention: Retention }) {
  return (
    <Paper>
      <h1>{t('retention.policy.title', { school: retention.school })}</h1>
      <p>{t('print.on', { date: dayOn(retention.today) })}</p>
      <p>{t('retention.policy.rule')}</p>
      <ul>
        {termNames.map((term) => (
          <li key={term}>
            <b>{t(`retention.term.${term}`)}</b> {sentenceOf(term, retention.terms)} {t(`retention.why.${term}`)}
          </li>
        ))}
      </ul>
      <p>{t('retention.yearEnds', { date: dayOn(retention.year_ends) })}</p>
      <p>{t('retention.policy.held')}</p>
    </Paper>
  );
}
