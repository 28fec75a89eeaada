import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { SelectField } from '../../../../ui/form/index.ts';
import { errorText } from '../../../../ui/plain/error-text.ts';
import { CheckField } from '../../../../ui/plain/Field.tsx';
import { FormDialog } from '../../../../ui/plain/FormDialog.tsx';
import { LoadFailed } from '../../../../ui/plain/LoadFailed.tsx';
import { Notice } from '../../../../ui/plain/Notice.tsx';
import { SkeletonText } from '../../../../ui/plain/Skeleton.tsx';
import { changeSource, type Exchange, loadExchange, type Source } from './calls.ts';
import { sourceName } from './source-name.ts';
import { t } from '../../../../base/t.ts';

interface ChangeProps {
  courseId: number;
  sources: readonly Source[];
  onClose: () => void;
  onChanged: (message: string) => Promise<void>;
}

const MOST_NAMES = 12;
const namesOf = (people: readonly { name: string }[]): string => {
  const names = people
    .slice(0, MOST_NAMES)
    .map(({ name }) => name)
    .join(', ');
  return people.length > MOST_NAMES ? t('peopleSource.and', { names, count: people.length - MOST_NAMES }) : names;
};

/** Lists the people who would be added and removed. */
function Meaning({ exchange: { is_known, come, go, stay, unknown }, isByHand }: { exchange: Exchange; isByHand: boolean }) {
  if (isByHand) return <p>{t('peopleSource.keeps')}</p>;
  if (!is_known) return <p>{t('peopleSource.unknownList')}</p>;
  return (
    <ul>
      {come.length > 0 && <li dir="auto">{t('peopleSource.come', { count: come.length, names: namesOf(come) })}</li>}
      {go.length > 0 && (
        <li dir="auto">
          {t('peopleSource.go', { count: go.length, names: namesOf(go) })} {t('peopleSource.goHint')}
        </li>
      )}
      <li>{t('peopleSource.stay', { count: stay })}</li>
      {unknown > 0 && <li>{t('peopleSource.noAccount', { count: unknown })}</li>}
    </ul>
  );
}

/** Changes the source of a class's people, after showing who would be added and removed. */
export function ChangeDialog({ courseId, sources, onClose, onChanged }: ChangeProps) {
  const others = sources.filter(({ is_chosen, link_id }) => !is_chosen || link_id === 0);
  const [link, setLink] = useState(others.find(({ is_chosen }) => !is_chosen)?.link_id ?? 0);
  const [isConfirmed, setConfirmed] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const {
    data,
    error: notLoaded,
    refetch,
  } = useQuery({ queryKey: ['people-source', courseId, link], queryFn: ({ signal }) => loadExchange(courseId, link, signal), gcTime: 0 });
  const change = async (): Promise<boolean> => {
    setError(null);
    try {
      const { message } = await changeSource(courseId, { link_id: link, confirm_many_ends: isConfirmed });
      await onChanged(message);
      return true;
    } catch (failure) {
      setError(failure);
      return false;
    }
  };
  return (
    <FormDialog
      opened
      title={t('peopleSource.title')}
      onClose={onClose}
      onSubmit={change}
      submitLabel={t('peopleSource.submit')}
      error={error !== null && <Notice>{errorText(error)}</Notice>}
    >
      <SelectField
        label={t('peopleSource.choose')}
        value={String(link)}
        onChange={({ target }) => {
          setLink(Number(target.value));
          setConfirmed(false);
        }}
        options={others.map((source) => ({ value: String(source.link_id), label: sourceName(source) }))}
      />
      <div aria-live="polite">
        {data ? (
          <Meaning exchange={data} isByHand={link === 0} />
        ) : notLoaded ? (
          <LoadFailed error={notLoaded} onRetry={() => void refetch()} />
        ) : (
          <SkeletonText />
        )}
      </div>
      {data?.asks && <CheckField label={t('peopleSource.confirm')} checked={isConfirmed} onChange={({ target }) => setConfirmed(target.checked)} />}
    </FormDialog>
  );
}
