import type { noticeGet, noticeUpdate, NoticeView } from '@classwright/contract/overview/notice/calls';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { api, isApiError } from '../../../base/api.ts';
import { showSnack } from '../../../base/snackbar.ts';
import { t } from '../../../base/t.ts';
import { useUnsaved } from '../../../base/unsaved.ts';
import { SwitchField, TextArea, useFaultFocus } from '../../../ui/form/index.ts';
import { AppLink } from '../../../ui/plain/AppLink.tsx';
import { Button } from '../../../ui/plain/Button.tsx';
import { errorText } from '../../../ui/plain/error-text.ts';
import { LoadFailed } from '../../../ui/plain/LoadFailed.tsx';
import { Notice } from '../../../ui/plain/Notice.tsx';
import { SkeletonText } from '../../../ui/plain/Skeleton.tsx';
import { Grid } from '../../../ui/plain/layout/layout.tsx';
import styles from './notice.module.css';

/** The school's own paragraphs of the notice, for administrators. */
export function NoticeTexts({ schoolId, mayEdit }: { schoolId: number; mayEdit: boolean }) {
  const loaded = useQuery({
    queryKey: ['notice', schoolId],
    queryFn: ({ signal }) => api<typeof noticeGet>('GET', '/notice', { query: { school: schoolId }, token: null, signal }),
  });
  return (
    <Grid as="section" gap={16} bordered radius="lg" ground="surface" className={styles.box} aria-labelledby="notice-texts">
      <h2 id="notice-texts">{t('notice.edit')}</h2>
      <p>
        {t('notice.editAbout')} <AppLink to={`/privacy?school=${schoolId}`}>{t('notice.open')}</AppLink>
      </p>
      {loaded.error && !loaded.data ? (
        <LoadFailed error={loaded.error} onRetry={() => void loaded.refetch()} pending={loaded.isFetching} />
      ) : !loaded.data ? (
        <SkeletonText lines={4} />
      ) : (
        <Texts key={`${loaded.data.number}`} notice={loaded.data} schoolId={schoolId} mayEdit={mayEdit} />
      )}
    </Grid>
  );
}

type Faults = Readonly<Record<string, string | undefined>>;

function Texts({ notice, schoolId, mayEdit }: { notice: NoticeView; schoolId: number; mayEdit: boolean }) {
  const queries = useQueryClient();
  const [texts, setTexts] = useState({ child_text: notice.child_text, parent_text: notice.parent_text });
  const [isSubstantial, setSubstantial] = useState(false);
  const [faults, setFaults] = useState<Faults>({});
  const [error, setError] = useState<unknown>(null);
  const [pending, setPending] = useState(false);
  const { form, focusFault } = useFaultFocus();
  const isDirty = texts.child_text !== notice.child_text || texts.parent_text !== notice.parent_text;
  useUnsaved(isDirty, 'page');
  const save = async (event: FormEvent) => {
    event.preventDefault();
    if (pending) return;
    setPending(true);
    setFaults({});
    setError(null);
    try {
      const body = { ...texts, is_substantial: isSubstantial };
      showSnack((await api<typeof noticeUpdate>('PUT', '/schools/:id/notice', { params: { id: schoolId }, body })).message);
      await queries.invalidateQueries({ queryKey: ['notice', schoolId] });
      setSubstantial(false);
    } catch (failure) {
      if (isApiError(failure, 'VALIDATION_FAILED')) {
        setFaults(Object.fromEntries(Object.entries(failure.errors).map(([field, [first]]) => [field, first])));
        focusFault();
      } else setError(failure);
    } finally {
      setPending(false);
    }
  };
  const area = (field: 'child_text' | 'parent_text') => ({
    description: t('notice.textHint'),
    error: faults[field],
    value: texts[field],
    rows: 5,
    readOnly: !mayEdit,
    onChange: (event: { target: { value: string } }) => setTexts({ ...texts, [field]: event.target.value }),
  });
  return (
    <Grid as="form" ref={form} gap={16} noValidate aria-label={t('notice.edit')} onSubmit={(event: FormEvent) => void save(event)}>
      {error !== null && <Notice>{errorText(error)}</Notice>}
      <TextArea label={t('notice.childText')} {...area('child_text')} />
      <TextArea label={t('notice.parentText')} {...area('parent_text')} />
      {mayEdit && isDirty && (
        <>
          <SwitchField label={t('notice.isSubstantial')} description={t('notice.isSubstantialHint')} checked={isSubstantial} onChange={setSubstantial} />
          <Button type="submit" variant="filled" pending={pending}>
            {t('notice.save')}
          </Button>
        </>
      )}
    </Grid>
  );
}
