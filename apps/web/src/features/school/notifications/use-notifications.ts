import type { CallResult } from '@classwright/contract/core/endpoint';
import type {
  NotificationView,
  notificationCount,
  notificationList,
  notificationRead,
  notificationUnread,
} from '@classwright/contract/school/notifications/calls';
import { type InfiniteData, useInfiniteQuery } from '@tanstack/react-query';
import { api } from '../../../base/api.ts';
import { queryClient } from '../../../base/query-client.ts';
import { showSnack } from '../../../base/snackbar.ts';
import { errorText } from '../../../ui/plain/error-text.ts';

const LIST = ['notifications', 'list'];
const COUNT = ['notifications', 'count'];
const AT_ONCE = 20;

type Page = Awaited<ReturnType<typeof loadPage>>;
const loadPage = (unread: boolean, before: number | null, signal: AbortSignal) =>
  api<typeof notificationList>('GET', '/notifications', {
    query: { limit: AT_ONCE, ...(unread ? { unread: 'true' as const } : {}), ...(before === null ? {} : { before }) },
    signal,
  });

/** Loads the notifications page by page. `unread`: only unread ones. */
export function useNotifications({ unread = false } = {}) {
  const list = useInfiniteQuery({
    queryKey: [...LIST, { unread }],
    queryFn: ({ pageParam, signal }) => loadPage(unread, pageParam, signal),
    initialPageParam: null as number | null,
    getNextPageParam: ({ next }) => next,
  });
  return { ...list, rows: list.data?.pages.flatMap(({ data }) => data) ?? [] };
}

const renew = () => void queryClient.invalidateQueries({ queryKey: ['notifications'] });

type Unread = CallResult<typeof notificationCount>;

/** Shows a requested change right away. The server's list follows. */
function show(change: (row: NotificationView) => NotificationView, count: (shown: Unread) => Unread): void {
  void queryClient.cancelQueries({ queryKey: ['notifications'] });
  queryClient.setQueriesData<InfiniteData<Page>>(
    { queryKey: LIST },
    (shown) => shown && { ...shown, pages: shown.pages.map((page) => ({ ...page, data: page.data.map(change) })) },
  );
  queryClient.setQueryData<Unread>(COUNT, (shown) => shown && count(shown));
}

function fail(error: unknown): void {
  showSnack(errorText(error), { color: 'red' });
  renew();
}

/** Marks one notification as read, because it was opened or dismissed. */
export async function readOne({ id, read_at, path }: NotificationView): Promise<void> {
  if (read_at !== null) return;
  show(
    (row) => (row.id === id ? { ...row, read_at: row.created_at } : row),
    (shown) => ({ ...shown, unread: Math.max(0, shown.unread - 1), paths: shown.paths.filter((one) => one !== path) }),
  );
  await api<typeof notificationRead>('POST', '/notifications/read', { body: { ids: [id] } }).then(renew, fail);
}

export async function unreadOne({ id }: NotificationView): Promise<void> {
  show(
    (row) => (row.id === id ? { ...row, read_at: null } : row),
    (shown) => ({ ...shown, unread: shown.unread + 1 }),
  );
  await api<typeof notificationUnread>('POST', '/notifications/unread', { body: { ids: [id] } }).then(renew, fail);
}

/** Marks everything up to the newest shown one as read, with an undo for a while. Later ones stay unread. */
export async function readAll(newest: number): Promise<void> {
  show(
    (row) => ({ ...row, read_at: row.read_at ?? row.created_at }),
    (shown) => ({ ...shown, unread: 0, paths: [] }),
  );
  try {
    const { message, read_at } = await api<typeof notificationRead>('POST', '/notifications/read', { body: { up_to: newest } });
    const undo = async () => {
      const done = await api<typeof notificationUnread>('POST', '/notifications/unread', { body: { read_at: read_at ?? '' } });
      renew();
      return done.message;
    };
    showSnack(message, read_at === null ? {} : { undo });
    renew();
  } catch (error) {
    fail(error);
  }
}

/** Marks notifications as read whose pages were opened. A failure changes nothing for the person. */
export const readPaths = (paths: string[]): void =>
  void api<typeof notificationRead>('POST', '/notifications/read', { body: { paths } }).then(renew, () => undefined);
