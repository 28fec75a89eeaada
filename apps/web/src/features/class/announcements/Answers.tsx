import { useInfiniteQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { momentOf } from '../../../base/dates.ts';
import { randomId } from '../../../base/random-id.ts';
import { showSnack } from '../../../base/snackbar.ts';
import { useUnsaved } from '../../../base/unsaved.ts';
import { Avatar } from '../../../ui/plain/Avatar.tsx';
import { Button } from '../../../ui/plain/Button.tsx';
import { EmptyState } from '../../../ui/plain/EmptyState.tsx';
import { errorText } from '../../../ui/plain/error-text.ts';
import { IconButton } from '../../../ui/plain/IconButton.tsx';
import { IconSend } from '../../../ui/plain/icons.ts';
import { IconTrash } from '../../../ui/feature-icons/icons.ts';
import { LoadFailed } from '../../../ui/plain/LoadFailed.tsx';
import { SkeletonText } from '../../../ui/plain/Skeleton.tsx';
import { Stack, Text } from '../../../ui/plain/layout/layout.tsx';
import { TextArea } from '../../../ui/form/index.ts';
import styles from './announcements.module.css';
import { addComment, type Announcement, deleteComment, listComments, refreshAll, restoreComment, streamKey } from './calls.ts';
import { useKeptDraft } from '../../../base/kept-draft.ts';
import { getSession } from '../../../base/session.ts';
import { readKeptJson } from '../../../base/storage.ts';
import { t } from '../../../base/t.ts';

/** An unsent reply, as this device keeps it. */
interface KeptReply {
  text: string;
  /** The idempotency key: the same for the same words, so that they appear once even if the response was lost. */
  key: string;
  at: string;
}

const keyOf = (announcementId: number): string => `cw.announcement-draft.${getSession()?.user.account_id ?? 0}.reply-${announcementId}`;

/** Returns a reply from an earlier visit. Null: none. */
function readKeptReply(announcementId: number): KeptReply | null {
  const kept = readKeptJson<Partial<KeptReply>>('device', keyOf(announcementId));
  return typeof kept?.text === 'string' && typeof kept.key === 'string' ? (kept as KeptReply) : null;
}

const useKeptReply = (announcementId: number) => useKeptDraft<KeptReply>(() => keyOf(announcementId));

/** Shows the replies to an announcement, and the field to reply. Typed text stays until it has arrived. */
export function Answers({ announcement }: { announcement: Announcement }) {
  const { id, courseId } = announcement;
  const pages = useInfiniteQuery({
    queryKey: [...streamKey(courseId), 'comments', id],
    queryFn: ({ pageParam, signal }) => listComments(id, pageParam, signal),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: ({ comments, earlier_count }) => (earlier_count > 0 ? comments[0]?.id : undefined),
  });
  const remove = async (commentId: number) => {
    try {
      const { message } = await deleteComment(id, commentId);
      const undo = async () => {
        await restoreComment(id, commentId);
        await refreshAll();
        return t('stream.replyBack');
      };
      showSnack(message, { undo });
    } catch (failure) {
      showSnack(errorText(failure), { color: 'red', timeout: 10_000 });
    }
    await refreshAll();
  };
  if (!pages.data)
    return pages.error ? <LoadFailed error={pages.error} pending={pages.isFetching} onRetry={() => void pages.refetch()} /> : <SkeletonText lines={5} />;
  const comments = [...pages.data.pages].reverse().flatMap((page) => page.comments);
  const [newest] = pages.data.pages;
  const earlier = pages.data.pages.at(-1)?.earlier_count ?? 0;
  return (
    <Stack gap={16}>
      {earlier > 0 && (
        <Button variant="link" pending={pages.isFetchingNextPage} onClick={() => void pages.fetchNextPage()}>
          {t('stream.earlierReplies', { count: earlier })}
        </Button>
      )}
      {comments.length === 0 && <EmptyState compact title={t('stream.noReplies')} />}
      <Stack as="ol" gap={16} className={styles.comments}>
        {comments.map(({ id: commentId, account, comment, created_at, can_delete }) => (
          <li key={commentId}>
            <Avatar name={account.name} picture={account.picture_url} />
            <div>
              <strong>{account.name}</strong> <small>{momentOf(created_at)}</small>
              <p dir="auto">{comment}</p>
            </div>
            {can_delete && (
              <IconButton icon={IconTrash} size="s" label={t('stream.deleteReply', { name: account.name })} onClick={() => void remove(commentId)} />
            )}
          </li>
        ))}
      </Stack>
      {newest?.can_comment ? <ReplyBox id={id} /> : <Text tone="dimmed">{t('stream.repliesOff')}</Text>}
    </Stack>
  );
}

/** The field to reply. Typed text is kept on the device until it is sent. */
function ReplyBox({ id }: { id: number }) {
  const [begun] = useState(() => readKeptReply(id));
  const [text, setText] = useState(begun?.text ?? '');
  const [problem, setProblem] = useState<string>();
  const [isSending, setSending] = useState(false);
  const key = useRef(begun?.key ?? randomId());
  const kept = useKeptReply(id);
  const letGo = useUnsaved(kept.isFull && text.trim() !== '', 'page');
  const type = (typed: string): void => {
    key.current = randomId();
    setText(typed);
    if (typed.trim() === '') kept.drop();
    else kept.keep({ text: typed, key: key.current });
  };
  const send = async () => {
    setSending(true);
    setProblem(undefined);
    try {
      await addComment(id, text, key.current);
      type('');
      letGo();
      await refreshAll();
    } catch (failure) {
      setProblem(errorText(failure));
    } finally {
      setSending(false);
    }
  };
  return (
    <Stack
      as="form"
      gap={8}
      align="stretch"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!isSending) void send();
      }}
    >
      <TextArea
        label={t('stream.reply')}
        rows={2}
        maxLength={2000}
        dir="auto"
        value={text}
        error={problem}
        readOnly={isSending}
        onChange={({ target }) => type(target.value)}
      />
      <Button type="submit" variant="filled" icon={IconSend} pending={isSending} disabled={text.trim() === ''}>
        {t('stream.send')}
      </Button>
    </Stack>
  );
}
