import { type AccountEvent, channels } from '@classwright/contract/lesson/live/events';
import type { childGet, childGradeBook, childList, ChildView, childWeekChoose } from '@classwright/contract/overview/guardians/calls';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { api, isApiError } from '../../../base/api.ts';
import { dayIn, dayOn } from '../../../base/dates.ts';
import { inOneLine } from '../../../base/in-one-line.ts';
import { listen } from '../../../base/realtime.ts';
import { showSnack } from '../../../base/snackbar.ts';
import { t } from '../../../base/t.ts';
import { usePageSearch } from '../../../base/use-page-search.ts';
import { useUser } from '../../../base/use-user.ts';
import { SelectField, SwitchField } from '../../../ui/form/index.ts';
import { AppLink } from '../../../ui/plain/AppLink.tsx';
import { Button } from '../../../ui/plain/Button.tsx';
import { Chip } from '../../../ui/plain/Chip.tsx';
import { errorText } from '../../../ui/plain/error-text.ts';
import { EmptyState } from '../../../ui/plain/EmptyState.tsx';
import { LoadFailed } from '../../../ui/plain/LoadFailed.tsx';
import { PageHeader } from '../../../ui/plain/PageHeader.tsx';
import { SkeletonText } from '../../../ui/plain/Skeleton.tsx';
import { Grid, Row, Stack, Text } from '../../../ui/plain/layout/layout.tsx';
import { RichTextView } from '../../../ui/rich-text/RichTextView.tsx';
import { FollowDialog, SubscribeButton } from '../../class/calendar/index.ts';
import { gradeText, percentText, StateChips } from '../../class/gradebook/index.ts';
import { ConsentsSection } from '../consents/index.ts';
import { ReadingsSection } from '../readings/index.ts';
import { CopySection } from '../records/index.ts';
import { OwnRequests } from '../requests/index.ts';
import styles from './guardians.module.css';
import { parseChildrenSearch } from './search.ts';

/** Shows guardians their children, one at a time: what the child itself sees, for reading, and the uses that need their yes. */
export function MyChildrenScreen() {
  const { search, replace } = usePageSearch(parseChildrenSearch);
  const [isFollowing, setFollowing] = useState(false);
  const loaded = useQuery({
    queryKey: ['children'],
    queryFn: ({ signal }) => api<typeof childList>('GET', '/children', { signal }),
  });
  useChangedChildren();
  const children = loaded.data?.children;
  const child = children?.find(({ account_id }) => account_id === search.child) ?? children?.[0];
  return (
    <>
      <PageHeader title={t('children.title')} sub={t('children.about')} />
      {loaded.error && !children ? (
        <LoadFailed error={loaded.error} onRetry={() => void loaded.refetch()} pending={loaded.isFetching} />
      ) : !children ? (
        <SkeletonText lines={6} />
      ) : !child ? (
        <EmptyState title={t('children.none')} action={<AddWithCode />}>
          {t('children.noneHint')}
        </EmptyState>
      ) : (
        <>
          <Row wrap gap={16} align="end" below={16}>
            {children.length > 1 && (
              <SelectField
                label={t('children.child')}
                value={String(child.account_id)}
                onChange={({ target }) => replace({ child: Number(target.value) })}
                options={children.map(({ account_id, name }) => ({ value: String(account_id), label: name }))}
              />
            )}
            <AddWithCode />
            <SubscribeButton label={t('children.follow')} onOpen={() => setFollowing(true)} />
          </Row>
          {isFollowing && <FollowDialog onClose={() => setFollowing(false)} />}
          {loaded.data?.week.is_offered && <WeekSwitch isChosen={loaded.data.week.is_chosen} onChanged={() => void loaded.refetch()} />}
          <Child
            key={child.account_id}
            child={child}
            classId={search.class}
            onClass={(id) => replace({ child: child.account_id, class: id })}
            onGone={() => void loaded.refetch()}
          />
        </>
      )}
    </>
  );
}

/** Reads everything again when a tie was made or has ended, so that nothing of a child stays on an open page. */
function useChangedChildren(): void {
  const { account_id } = useUser();
  const client = useQueryClient();
  useEffect(
    () =>
      listen(channels.account(account_id), {
        onEvent: (name) => {
          if (name === ('own-children.changed' satisfies AccountEvent['name'])) void client.resetQueries({ queryKey: ['children'] });
        },
      }),
    [account_id, client],
  );
}

const AddWithCode = () => <AppLink to="/guardian-code">{t('children.addCode')}</AppLink>;

/** Chooses the weekly email. The switch moves at once, and back where that could not be saved. */
function WeekSwitch({ isChosen, onChanged }: { isChosen: boolean; onChanged: () => void }) {
  const [next, setNext] = useState<boolean | null>(null);
  const choose = async (is_chosen: boolean) => {
    setNext(is_chosen);
    try {
      showSnack((await api<typeof childWeekChoose>('POST', '/children/week', { body: { is_chosen } })).message);
    } catch (failure) {
      showSnack(errorText(failure), { color: 'red', timeout: 10_000 });
      setNext(null);
    }
    onChanged();
  };
  return (
    <div className={styles.section}>
      <SwitchField
        label={t('children.week')}
        description={t('children.weekAbout')}
        checked={next ?? isChosen}
        onChange={(is_chosen) => void choose(is_chosen)}
      />
    </div>
  );
}

interface ChildProps {
  child: ChildView;
  classId: number | undefined;
  onClass: (id: number) => void;
  /** Called when the tie to the child has ended. */
  onGone: () => void;
}

function Child({ child, classId, onClass, onGone }: ChildProps) {
  const { account_id: id, name, relation, school, time_zone } = child;
  const loaded = useQuery({
    queryKey: ['children', id],
    queryFn: ({ signal }) => api<typeof childGet>('GET', '/children/:id', { params: { id }, signal }),
    retry: (count, failure) => !isApiError(failure) && count < 2,
  });
  const { data: now } = loaded;
  if (isApiError(loaded.error) && loaded.error.status === 404)
    return (
      <EmptyState title={t('children.gone')} figure={false} action={<Button onClick={onGone}>{t('common.retry')}</Button>}>
        {t('children.noneHint')}
      </EmptyState>
    );
  return (
    <>
      <Stack gap={4} className={styles.section}>
        <Text as="b" size={16} breaks dir="auto">
          {name}
        </Text>
        <Text size={14} tone="dimmed" breaks>
          {t('children.of', { relation, school })}
        </Text>
      </Stack>
      {loaded.error && !now ? (
        <LoadFailed error={loaded.error} onRetry={() => void loaded.refetch()} pending={loaded.isFetching} />
      ) : !now ? (
        <SkeletonText lines={8} />
      ) : (
        <>
          <ConsentsSection child={{ id, name }} />
          <Part id="children-due" title={t('children.due')} none={now.due.length === 0 && t('children.noneDue')}>
            {now.due.map((work) => (
              <li key={work.id}>
                <Stack shrinks>
                  <b dir="auto">{work.title}</b>
                  <Text as="span" size={14} tone="dimmed" dir="auto">
                    {work.class_name}
                  </Text>
                </Stack>
                <Chip hue={work.when === 'overdue' ? 'amber' : 'gray'}>{t(`children.when.${work.when}`, { date: dayIn(work.due_at, time_zone) })}</Chip>
              </li>
            ))}
            {now.due_total > now.due.length && <li>{t('children.moreDue', { count: now.due_total - now.due.length })}</li>}
          </Part>
          <Grades child={child} classId={classId} onClass={onClass} />
          <Part
            id="children-announcements"
            title={t('children.announcements')}
            none={now.announcements.length === 0 && t('children.noAnnouncements')}
            isStacked
          >
            {now.announcements.map((one) => (
              <li key={one.id}>
                <Text size={14} tone="dimmed" breaks>
                  {t('children.by', { writer: one.writer, class: one.class_name, date: dayIn(one.posted_at, time_zone) })}
                </Text>
                <RichTextView document={one.text} />
              </li>
            ))}
          </Part>
          <Part id="children-products" title={t('children.products')} none={now.work_products.length === 0 && t('children.noProducts')}>
            {now.work_products.map(({ id: productId, title, made_at, url }) => (
              <li key={productId}>
                <a href={url} target="_blank" rel="noreferrer" aria-label={t('children.openProduct', { title })} dir="auto">
                  {title}
                </a>
                <Text as="span" size={14} tone="dimmed">
                  {dayIn(made_at, time_zone)}
                </Text>
              </li>
            ))}
          </Part>
          <Part id="children-points" title={t('children.points')} about={t('children.pointsTotal', { count: now.points.total })} none={false}>
            {now.points.lines.map((line) => (
              <li key={line.id}>
                <span dir="auto">{inOneLine([line.type, line.reason])}</span>
                <Text as="span" size={14} tone="dimmed">
                  {inOneLine([String(line.points), dayIn(line.at, time_zone)])}
                </Text>
              </li>
            ))}
          </Part>
          <ReadingsSection child={{ id, name }} />
          <CopySection account={{ id, name }} />
          <OwnRequests child={{ id, name }} />
        </>
      )}
    </>
  );
}

interface PartProps {
  id: string;
  title: string;
  about?: string;
  /** The sentence for an empty part; false when there is something. */
  none: string | false;
  isStacked?: boolean;
  children: ReactNode;
}

function Part({ id, title, about, none, isStacked = false, children }: PartProps) {
  return (
    <Grid as="section" gap={12} items="start" bordered radius="lg" ground="surface" className={styles.section} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {about !== undefined && <p>{about}</p>}
      {none === false ? (
        <Grid as="ul" wide className={isStacked ? styles.stacked : styles.list}>
          {children}
        </Grid>
      ) : (
        <Text tone="dimmed" size={14}>
          {none}
        </Text>
      )}
    </Grid>
  );
}

function Grades({ child, classId, onClass }: Pick<ChildProps, 'child' | 'classId' | 'onClass'>) {
  const { account_id: id, classes } = child;
  const chosen = classes.find((one) => one.id === classId) ?? classes[0];
  const loaded = useQuery({
    queryKey: ['children', id, 'gradebook', chosen?.id],
    queryFn: async ({ signal }) =>
      (await api<typeof childGradeBook>('GET', '/children/:id/grade-book', { params: { id }, query: chosen ? { class: chosen.id } : {}, signal })).gradebook,
    enabled: chosen !== undefined,
  });
  const { data: book } = loaded;
  return (
    <Grid as="section" gap={12} items="start" bordered radius="lg" ground="surface" className={styles.section} aria-labelledby="children-grades">
      <h2 id="children-grades">{t('children.grades')}</h2>
      {chosen === undefined ? (
        <Text tone="dimmed" size={14}>
          {t('children.noClass')}
        </Text>
      ) : (
        <SelectField
          label={t('children.class')}
          value={String(chosen.id)}
          onChange={({ target }) => onClass(Number(target.value))}
          options={classes.map((one) => ({ value: String(one.id), label: one.name }))}
        />
      )}
      {loaded.error && !book ? (
        <LoadFailed error={loaded.error} onRetry={() => void loaded.refetch()} pending={loaded.isFetching} />
      ) : book === undefined ? (
        chosen !== undefined && <SkeletonText lines={4} />
      ) : book === null || book.items.length === 0 ? (
        <Text tone="dimmed" size={14}>
          {t('children.noWork')}
        </Text>
      ) : (
        <>
          <Overall book={book} />
          <Grid as="ul" wide className={styles.list}>
            {book.items.map((item) => (
              <li key={item.id}>
                <Stack shrinks gap={4}>
                  <b dir="auto">{item.title}</b>
                  <Row as="span" wrap gap={8}>
                    <Text as="span" size={14} tone="dimmed">
                      {item.due_date === null ? t('ownGrades.noDueDate') : dayOn(item.due_date)}
                    </Text>
                    <StateChips item={item} />
                  </Row>
                  {item.message !== null && (
                    <Text as="span" size={14} breaks dir="auto">
                      {t('ownGrades.message', { message: item.message })}
                    </Text>
                  )}
                </Stack>
                <Text as="span" weight={600} numbers>
                  {gradeText(item)}
                </Text>
              </li>
            ))}
          </Grid>
        </>
      )}
    </Grid>
  );
}

function Overall({ book }: { book: { show_grade: boolean; overall: number | null; as_of: string } }) {
  if (!book.show_grade) return <Text size={14}>{t('ownGrades.hidden')}</Text>;
  return (
    <p>
      {t('ownGrades.overall')}: <b>{book.overall === null ? t('ownGrades.nothing') : percentText(book.overall)}</b>
    </p>
  );
}
