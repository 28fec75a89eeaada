import { dateOf } from '../../../base/dates.ts';
import { monthOn } from '../../../base/special-dates.ts';
import type { calendarList } from '@classwright/contract/class/calendar/calls';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { api } from '../../../base/api.ts';
import { useIsNarrow } from '../../../base/use-media.ts';
import { usePageSearch } from '../../../base/use-page-search.ts';
import { Segments } from '../../../ui/form/index.ts';
import { Button } from '../../../ui/plain/Button.tsx';
import { EmptyState } from '../../../ui/plain/EmptyState.tsx';
import { IconButton } from '../../../ui/plain/IconButton.tsx';
import { IconArrowRight } from '../../../ui/plain/icons.ts';
import { IconArrowLeft } from '../../../ui/feature-icons/icons.ts';
import { LoadFailed } from '../../../ui/plain/LoadFailed.tsx';
import { Notice } from '../../../ui/plain/Notice.tsx';
import { PageHeader } from '../../../ui/plain/PageHeader.tsx';
import { Skeleton } from '../../../ui/plain/Skeleton.tsx';
import { Row, Text } from '../../../ui/plain/layout/layout.tsx';
import { Agenda } from './Agenda.tsx';
import styles from './calendar.module.css';
import { addMonths, weeksOf } from './days.ts';
import { FollowDialog } from './FollowDialog.tsx';
import { Month } from './Month.tsx';
import { parseCalendarSearch } from './search.ts';
import { SubscribeButton } from './SubscribeButton.tsx';
import { t } from '../../../base/t.ts';
import { locale } from '../../../base/language.ts';

const [MONDAY, SATURDAY, SUNDAY] = [1, 6, 7];
/** Regions whose week begins on Sunday; elsewhere it is Monday. Source: Unicode CLDR, weekData. */
const SUNDAYS = new Set([
  'US',
  'CA',
  'MX',
  'BR',
  'CO',
  'PE',
  'VE',
  'IN',
  'IL',
  'JP',
  'KR',
  'TW',
  'HK',
  'TH',
  'PH',
  'ID',
  'SG',
  'ZA',
  'KE',
  'PK',
  'BD',
  'SA',
  'PT',
]);
const SATURDAYS = new Set(['EG', 'AE', 'IR', 'IQ', 'JO', 'KW', 'QA', 'SD', 'SY', 'DZ', 'LY', 'BH', 'OM', 'AF']);

/** Returns the first day of the week for the page's language, 1 Monday to 7 Sunday. */
function firstDayOfWeek(): number {
  const region = new Intl.Locale(locale()).maximize().region ?? '';
  return SUNDAYS.has(region) ? SUNDAY : SATURDAYS.has(region) ? SATURDAY : MONDAY;
}

/** Shows due work and lessons, as a month or, on phones, as a list of days. */
export function CalendarScreen() {
  const { search, push, replace } = usePageSearch(parseCalendarSearch);
  const narrow = useIsNarrow();
  const thisMonth = dateOf(new Date()).slice(0, 7);
  const month = search.month ?? thisMonth;
  const view = search.view ?? (narrow ? 'agenda' : 'month');
  const weeks = weeksOf(month, firstDayOfWeek());
  const days = { from: weeks[0]?.[0] ?? `${month}-01`, to: weeks.at(-1)?.[6] ?? `${month}-28` };
  const list = useQuery({
    queryKey: ['calendar', days.from, days.to],
    queryFn: ({ signal }) => api<typeof calendarList>('GET', '/calendar', { query: days, signal }),
    placeholderData: keepPreviousData,
  });
  const kept = search.view ? { view: search.view } : {};
  const go = (to: string) => replace({ ...kept, ...(to === thisMonth ? {} : { month: to }) });
  const shown = list.isPlaceholderData ? undefined : list.data;
  const ofMonth = shown?.data.filter(({ day }) => day.startsWith(month)) ?? [];
  return (
    <>
      <PageHeader
        title={t('calendar.title')}
        sub={t('calendar.about')}
        actions={<SubscribeButton label={t('calendar.follow')} onOpen={() => push({ ...search, follow: true })} />}
      />
      <Row wrap gap={12} rowGap={8} align="end" className={styles.tools}>
        <IconButton icon={IconArrowLeft} size="l" bordered label={t('calendar.previous')} onClick={() => go(addMonths(month, -1))} />
        <IconButton icon={IconArrowRight} size="l" bordered label={t('calendar.next')} onClick={() => go(addMonths(month, 1))} />
        <h2 aria-live="polite">{monthOn(month)}</h2>
        {month !== thisMonth && <Button onClick={() => go(thisMonth)}>{t('calendar.today')}</Button>}
        <Segments
          label={t('calendar.view')}
          value={view}
          segments={[
            { value: 'month', label: t('calendar.month') },
            { value: 'agenda', label: t('calendar.agenda') },
          ]}
          onChange={(to) => replace({ ...search, view: to })}
        />
      </Row>
      {shown?.is_cut && <Notice>{t('calendar.cut')}</Notice>}
      {list.isError && !shown ? (
        <LoadFailed error={list.error} onRetry={() => void list.refetch()} pending={list.isFetching} />
      ) : !shown ? (
        <Skeleton height={420} />
      ) : view === 'month' ? (
        <Month month={month} weeks={weeks} events={shown.data} today={shown.today} onMore={() => replace({ ...search, view: 'agenda' })} />
      ) : ofMonth.length === 0 ? (
        <EmptyState title={t('calendar.none', { month: monthOn(month) })}>{t('calendar.noneHint')}</EmptyState>
      ) : (
        <Agenda key={month} events={ofMonth} today={shown.today} />
      )}
      {shown && (
        <Text size={13} tone="dimmed">
          {t('calendar.zone', { zone: shown.time_zone })}
        </Text>
      )}
      {search.follow && <FollowDialog onClose={() => replace({ ...kept, ...(search.month ? { month: search.month } : {}) })} />}
    </>
  );
}
