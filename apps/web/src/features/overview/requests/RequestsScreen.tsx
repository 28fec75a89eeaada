import {
  type dataRequestDays,
  type dataRequestList,
  type DataRequestView,
  type dataRequestReopen,
  REMIND_DAYS,
  REQUEST_DAYS,
} from '@classwright/contract/overview/requests/calls';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../../base/api.ts';
import { dayOn } from '../../../base/dates.ts';
import { showSnack } from '../../../base/snackbar.ts';
import { t } from '../../../base/t.ts';
import { usePageSearch } from '../../../base/use-page-search.ts';
import { useUser } from '../../../base/use-user.ts';
import { Segments, SelectField } from '../../../ui/form/index.ts';
import { AppLink } from '../../../ui/plain/AppLink.tsx';
import { Button } from '../../../ui/plain/Button.tsx';
import { Chip } from '../../../ui/plain/Chip.tsx';
import { EmptyState } from '../../../ui/plain/EmptyState.tsx';
import { errorText } from '../../../ui/plain/error-text.ts';
import { LoadFailed } from '../../../ui/plain/LoadFailed.tsx';
import { PageHeader } from '../../../ui/plain/PageHeader.tsx';
import { SkeletonText } from '../../../ui/plain/Skeleton.tsx';
import { Grid, Row, Stack, Text } from '../../../ui/plain/layout/layout.tsx';
import { ReceiptsSection } from '../records/index.ts';
import { AnswerDialog } from './AnswerDialog.tsx';
import { RecordDialog } from './RecordDialog.tsx';
import styles from './requests.module.css';
import { parseRequestsSearch } from './search.ts';
import { stateOf, timeLeft } from './words.ts';

type List = (typeof dataRequestList.response)['_output'];

/** Shows the office what people ask about their data, the one due first at the top, and answers it. */
export function RequestsScreen() {
  const { rights } = useUser();
  const { search, replace } = usePageSearch(parseRequestsSearch);
  const [isRecording, setRecording] = useState(false);
  const [answering, setAnswering] = useState<DataRequestView | null>(null);
  const { show = 'open', page = 1 } = search;
  const mayEdit = rights.includes('data-requests:edit');
  const loaded = useQuery({
    queryKey: ['data-requests', 'office', show, page],
    queryFn: ({ signal }) => api<typeof dataRequestList>('GET', '/data-requests', { query: { show, page }, signal }),
    placeholderData: keepPreviousData,
  });
  const { data: known } = loaded;
  const refresh = () => void loaded.refetch();
  const reopen = async ({ id }: DataRequestView) => {
    try {
      showSnack((await api<typeof dataRequestReopen>('POST', '/data-requests/:id/reopen', { params: { id } })).message);
    } catch (failure) {
      showSnack(errorText(failure), { color: 'red', timeout: 10_000 });
    }
    refresh();
  };
  return (
    <>
      <PageHeader title={t('menu.page.data-requests')} sub={t('dataRequest.about')} />
      <Row wrap gap={16} align="end" below={16}>
        <Segments
          label={t('dataRequest.show')}
          value={show}
          segments={[
            { value: 'open', label: t('dataRequest.show.open') },
            { value: 'closed', label: t('dataRequest.show.closed') },
          ]}
          onChange={(next) => replace(next === 'closed' ? { show: next } : {})}
        />
        {mayEdit && <Button onClick={() => setRecording(true)}>{t('dataRequest.record')}</Button>}
      </Row>
      {loaded.error && !known ? (
        <LoadFailed error={loaded.error} onRetry={refresh} pending={loaded.isFetching} />
      ) : !known ? (
        <SkeletonText lines={6} />
      ) : known.requests.length === 0 ? (
        <EmptyState title={t(show === 'open' ? 'dataRequest.noneOpen' : 'dataRequest.noneClosed')}>
          {show === 'open' && t('dataRequest.noneOpenHint')}
        </EmptyState>
      ) : (
        <Grid as="ul" wide className={styles.list}>
          {known.requests.map((request) => (
            <li key={request.id}>
              <Request request={request} />
              {mayEdit && request.state === 'open' && (
                <Button variant="light" aria-label={t('dataRequest.answerNamed', { asker: request.asker })} onClick={() => setAnswering(request)}>
                  {t('dataRequest.answer')}
                </Button>
              )}
              {mayEdit && (request.state === 'done' || request.state === 'refused') && (
                <Button variant="subtle" aria-label={t('dataRequest.reopenNamed', { asker: request.asker })} onClick={() => void reopen(request)}>
                  {t('dataRequest.reopen')}
                </Button>
              )}
            </li>
          ))}
        </Grid>
      )}
      {known && known.pagination.last_page > known.pagination.current_page && (
        <Button onClick={() => replace({ ...(show === 'closed' && { show }), page: page + 1 })}>{t('dataRequest.more')}</Button>
      )}
      {known && mayEdit && <Days schools={known.schools} onSaved={refresh} />}
      {rights.includes('privacy:view') && <ReceiptsSection />}
      {isRecording && <RecordDialog onSaved={refresh} onClose={() => setRecording(false)} />}
      {answering && <AnswerDialog request={answering} onSaved={refresh} onClose={() => setAnswering(null)} />}
    </>
  );
}

function Request({ request }: { request: DataRequestView }) {
  const { state, days_left, answer } = request;
  return (
    <Stack shrinks gap={4}>
      <Row wrap gap={8}>
        <b dir="auto">{t('dataRequest.line', { kind: t(`dataRequest.kind.${request.kind}`), person: request.person })}</b>
        {state === 'open' && <Chip hue={days_left < 0 ? 'red' : days_left <= REMIND_DAYS ? 'amber' : 'gray'}>{timeLeft(days_left)}</Chip>}
      </Row>
      <Text as="span" className={styles.words} dir="auto">
        {request.words}
      </Text>
      <Text as="span" size={14} tone="dimmed" dir="auto">
        {t(request.is_on_paper ? 'dataRequest.fromPaper' : 'dataRequest.from', { asker: request.asker, date: dayOn(request.asked_on) })}
      </Text>
      <Text as="span" size={14}>
        {state === 'open' ? t('dataRequest.dueOn', { date: dayOn(request.due_on) }) : stateOf(request)}
        {state !== 'open' && state !== 'withdrawn' && request.answered_by !== null && `. ${t('dataRequest.by', { name: request.answered_by })}`}
      </Text>
      {answer !== '' && (
        <Text as="span" className={styles.words} dir="auto">
          {t('dataRequest.own.answer', { answer })}
        </Text>
      )}
      <AppLink to={`/profile?account_id=${request.account_id}`}>{t('dataRequest.openPerson', { person: request.person })}</AppLink>
    </Stack>
  );
}

/** Sets the days in which each school answers. */
function Days({ schools, onSaved }: { schools: List['schools']; onSaved: () => void }) {
  const [saving, setSaving] = useState<number | null>(null);
  const save = async (school_id: number, days: (typeof REQUEST_DAYS)[number]) => {
    setSaving(school_id);
    try {
      showSnack((await api<typeof dataRequestDays>('PUT', '/data-requests/days', { body: { school_id, days } })).message);
    } catch (failure) {
      showSnack(errorText(failure), { color: 'red', timeout: 10_000 });
    }
    onSaved();
    setSaving(null);
  };
  if (schools.length === 0) return null;
  return (
    <Grid as="section" gap={12} items="start" bordered radius="lg" ground="surface" className={styles.section} aria-labelledby="data-request-days">
      <h2 id="data-request-days">{t('dataRequest.days')}</h2>
      <p>{t('dataRequest.daysAbout')}</p>
      <Grid gap={12} wide className={styles.days}>
        {schools.map(({ id, name, days }) => (
          <SelectField
            key={id}
            label={t('dataRequest.daysOf', { school: name })}
            value={String(days)}
            disabled={saving === id}
            onChange={({ target }) => void save(id, REQUEST_DAYS.find((one) => String(one) === target.value) ?? REQUEST_DAYS[0])}
            options={REQUEST_DAYS.map((one) => ({ value: String(one), label: t('dataRequest.daysChoice', { days: one }) }))}
          />
        ))}
      </Grid>
    </Grid>
  );
}
