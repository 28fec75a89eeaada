import { FILE_KINDS, type FileKind, shortName } from '@classwright/contract/school/files/file-kinds';
import type { FileView } from '@classwright/contract/school/files/calls';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useId, useState } from 'react';
import { dayOf } from '../../../../base/dates.ts';
import { Button } from '../../../../ui/plain/Button.tsx';
import { Dialog } from '../../../../ui/plain/Dialog.tsx';
import { EmptyState } from '../../../../ui/plain/EmptyState.tsx';
import { TextField } from '../../../../ui/plain/Field.tsx';
import { LoadFailed } from '../../../../ui/plain/LoadFailed.tsx';
import { SkeletonText } from '../../../../ui/plain/Skeleton.tsx';
import { Row, Stack } from '../../../../ui/plain/layout/layout.tsx';
import { listFiles } from '../calls.ts';
import styles from '../files.module.css';
import { KindIcon } from '../KindIcon.tsx';
import { sizeText } from '../size-text.ts';
import { t } from '../../../../base/t.ts';

const PER_PAGE = 25;
const PAUSE_MS = 500;

export interface LibraryDialogProps {
  kinds?: readonly FileKind[] | undefined;
  /** The maximum number that can be chosen; with 1 the first click chooses. */
  most: number;
  onClose: () => void;
  onChosen: (files: FileView[]) => void;
}

/** A dialog for choosing from one's own files, newest first. */
export function LibraryDialog({ kinds = FILE_KINDS, most, onClose, onChosen }: LibraryDialogProps) {
  const [typed, setTyped] = useState('');
  const [asked, setAsked] = useState('');
  const [chosen, setChosen] = useState<readonly FileView[]>([]);
  const id = useId();
  useEffect(() => {
    const timer = setTimeout(() => setAsked(typed.trim()), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  const [onlyKind] = kinds.length === 1 ? kinds : [];
  const files = useInfiniteQuery({
    queryKey: ['files', 'pick', asked, onlyKind],
    queryFn: ({ pageParam, signal }) => listFiles({ page: pageParam, per_page: PER_PAGE, search_text: asked, type: onlyKind, own: 'true' }, signal),
    initialPageParam: 1,
    getNextPageParam: ({ pagination }) => (pagination.current_page < pagination.last_page ? pagination.current_page + 1 : undefined),
    staleTime: 0,
  });
  const found = files.data?.pages.flatMap(({ data }) => data).filter(({ kind }) => kinds.includes(kind)) ?? [];
  const isChosen = (file: FileView): boolean => chosen.some((each) => each.id === file.id);
  const toggle = (file: FileView) => {
    if (most === 1) return onChosen([file]);
    if (isChosen(file)) setChosen(chosen.filter((each) => each.id !== file.id));
    else if (chosen.length < most) setChosen([...chosen, file]);
  };
  return (
    <Dialog
      opened
      width={600}
      title={t('files.picker.title')}
      onClose={onClose}
      footer={
        <>
          {most > 1 && (
            <span className={styles.count} role="status">
              {t('files.picker.chosen', { count: chosen.length })}
            </span>
          )}
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          {most > 1 && (
            <Button variant="filled" disabled={chosen.length === 0} onClick={() => onChosen([...chosen])}>
              {t('files.picker.use')}
            </Button>
          )}
        </>
      }
    >
      <Stack gap={12}>
        <TextField
          type="search"
          label={t('files.picker.search')}
          value={typed}
          maxLength={200}
          onChange={({ target }) => setTyped(target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return;
            event.preventDefault(); // the form around is not to be sent
            setAsked(typed.trim());
          }}
        />
        {files.error && !files.isFetching ? (
          <LoadFailed error={files.error} onRetry={() => void files.refetch()} />
        ) : !files.data ? (
          <SkeletonText lines={4} />
        ) : found.length === 0 ? (
          <EmptyState compact title={asked === '' ? t('files.none') : t('files.noneFound')}>
            {asked === '' ? t('files.noneHint') : undefined}
          </EmptyState>
        ) : (
          <Stack as="ul" className={styles.found} aria-label={t('files.title')}>
            {found.map((file) => (
              <li key={file.id}>
                <Row as="label" gap={10} radius="md" className={styles.option} htmlFor={`${id}${file.id}`}>
                  <input
                    id={`${id}${file.id}`}
                    type={most === 1 ? 'radio' : 'checkbox'}
                    name={id}
                    checked={isChosen(file)}
                    disabled={!isChosen(file) && chosen.length >= most}
                    onChange={() => toggle(file)}
                  />
                  {file.kind === 'image' && file.is_shown ? (
                    <img className={styles.thumb} src={file.url} alt="" loading="lazy" width={44} height={44} />
                  ) : (
                    <span className={styles.thumb}>
                      <KindIcon type={file.type} size={22} />
                    </span>
                  )}
                  <Stack as="span" shrinks breaks className={styles.optionWords}>
                    <span title={file.name}>{shortName(file.name)}</span>
                    <small>
                      {t(`files.kind.${file.kind}`)} · {sizeText(file.byte_size)} · {dayOf(file.created_at)}
                    </small>
                  </Stack>
                </Row>
              </li>
            ))}
          </Stack>
        )}
        {files.hasNextPage && (
          <Button size="s" variant="subtle" pending={files.isFetchingNextPage} onClick={() => void files.fetchNextPage()}>
            {t('files.picker.more')}
          </Button>
        )}
      </Stack>
    </Dialog>
  );
}
