import type { CensoredOriginalView, censoredTextGet, CensoredTextView, censoredTextReview } from '@classwright/contract/class/censorship/calls';
import { useQuery, useQueryClient, useMutation } from '@tanstack/react-query';
import { momentOf } from '../../../base/dates.ts';
import { api } from '../../../base/api.ts';
import { useUser } from '../../../base/use-user.ts';
import { Button } from '../../../ui/plain/Button.tsx';
import { Chip } from '../../../ui/plain/Chip.tsx';
import { Dialog } from '../../../ui/plain/Dialog.tsx';
import { IconEye } from '../../../ui/plain/icons.ts';
import { LoadFailed } from '../../../ui/plain/LoadFailed.tsx';
import { SkeletonText } from '../../../ui/plain/Skeleton.tsx';
import { Row, Stack, Text } from '../../../ui/plain/layout/layout.tsx';
import { RichTextView } from '../../../ui/rich-text/RichTextView.tsx';
import styles from './censorship.module.css';
import { ReviewChip } from './columns.tsx';
import { placeOf, writerOf } from './place.ts';
import { t } from '../../../base/t.ts';
import { showSnack } from '../../../base/snackbar.ts';
import { errorText } from '../../../ui/plain/error-text.ts';

const keyOf = (id: number) => ['censored-texts', 'one', id];

/**
 * Shows one text with its original. It is loaded once each time it is opened, since every look is recorded in the audit
 * trail.
 */
export function OriginalDialog({ id, onClose }: { id: number; onClose: () => void }) {
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: keyOf(id),
    queryFn: ({ signal }) => api<typeof censoredTextGet>('GET', '/censorship/originals/:id', { params: { id }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  const text = data?.censored_text;
  return (
    <Dialog
      opened
      onClose={onClose}
      title={text ? writerOf(text) : t('censored.thing')}
      width={640}
      shape="full"
      footer={
        <>
          <Button onClick={onClose}>{t('common.close')}</Button>
          {text && <ReviewButton text={text} />}
        </>
      }
    >
      {text ? <Content text={text} /> : error && !isFetching ? <LoadFailed error={error} onRetry={() => void refetch()} /> : <SkeletonText lines={6} />}
    </Dialog>
  );
}

function Content({ text }: { text: CensoredOriginalView }) {
  return (
    <Stack gap={16} className={styles.content}>
      <Text tone="dimmed" breaks>
        {text.class_name} · {placeOf(text)} · <time dateTime={text.created_at}>{momentOf(text.created_at)}</time>
      </Text>
      <section aria-labelledby="censored-original">
        <h3 id="censored-original">{t('censored.original')}</h3>
        <RichTextView document={text.original} className={styles.words} />
      </section>
      <section aria-labelledby="censored-shown">
        <h3 id="censored-shown">{t('censored.shown')}</h3>
        <RichTextView document={text.shown} className={styles.words} />
      </section>
      <section aria-labelledby="censored-words">
        <h3 id="censored-words">{t('censored.words')}</h3>
        <Row as="ul" wrap gap={6} align="stretch">
          {text.words.map((word) => (
            <li key={word}>
              <Chip>{word}</Chip>
            </li>
          ))}
        </Row>
      </section>
      <Row as="p" wrap gap={8}>
        <ReviewChip isReviewed={text.reviewed_at !== null} />
        {text.reviewed_at && <span>{t('censored.reviewedBy', { name: text.reviewed_by ?? '', date: momentOf(text.reviewed_at) })}</span>}
      </Row>
      <Row as="p" gap={6} size={13} tone="dimmed">
        <IconEye size={16} />
        {t('censored.auditNote')}
      </Row>
    </Stack>
  );
}

function ReviewButton({ text }: { text: CensoredOriginalView }) {
  const { rights } = useUser();
  const queries = useQueryClient();
  const { isPending, review } = useReview((reviewed) =>
    queries.setQueryData(keyOf(text.id), {
      status: 'success',
      censored_text: { ...text, reviewed_at: reviewed.reviewed_at, reviewed_by: reviewed.reviewed_by },
    }),
  );
  const isReviewed = text.reviewed_at !== null;
  if (!rights.includes('censored-texts:edit')) return null;
  return (
    <Button variant={isReviewed ? 'default' : 'filled'} pending={isPending} onClick={() => review(text.id, !isReviewed)}>
      {t(isReviewed ? 'censored.unmarkReviewed' : 'censored.markReviewed')}
    </Button>
  );
}

/**
 * Marks a text as reviewed, or removes the mark, and shows a message. A failure is shown in red and changes nothing.
 */
function useReview(onReviewed: (text: CensoredTextView) => void): { isPending: boolean; review: (id: number, reviewed: boolean) => void } {
  const queries = useQueryClient();
  const { isPending, mutate } = useMutation({
    mutationFn: ({ id, reviewed }: { id: number; reviewed: boolean }) =>
      api<typeof censoredTextReview>('PUT', '/censorship/originals/:id', { params: { id }, body: { reviewed } }),
    onSuccess: ({ censored_text, message }) => {
      showSnack(message);
      onReviewed(censored_text);
      return queries.invalidateQueries({ queryKey: ['censored-texts', 'list'] });
    },
    onError: (error) => showSnack(errorText(error), { color: 'red' }),
  });
  return { isPending, review: (id, reviewed) => mutate({ id, reviewed }) };
}
