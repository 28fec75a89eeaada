import type { SignInCard, signInCardsCreate } from '@classwright/contract/students';
import type { CallResult } from '@classwright/contract/core/endpoint';
import { useState } from 'react';
import { createPortal } from 'react-dom';
import { api } from '../../../app/api.ts';
import { SelectField } from '../../../ui/form/index.ts';
import { Button } from '../../../ui/plain/Button.tsx';
import { Dialog } from '../../../ui/plain/Dialog.tsx';
import { errorText } from '../../../ui/plain/error-text.ts';
import { CheckField } from '../../../ui/plain/Field.tsx';
import { IconPrinter } from '../../../ui/plain/icons.ts';
import { Notice } from '../../../ui/plain/Notice.tsx';
import { loadMadeBy } from '../calls.ts';
import { t } from '../t.ts';
import { CardSheet } from './CardSheet.tsx';
import styles from './cards.module.css';

type Made = CallResult<typeof signInCardsCreate>;
/** The server makes a class's worth at a time. */
const AT_ONCE = 200;
const SLOW_MS = 120_000;

/** Whom cards are for: people, the students of a class, everybody whom an import has made. */
export type CardHolders = { accountIds: readonly number[] } | { courseId: number } | { importId: number };

/** Cards for some people: chosen, made once, shown and printed. */
export function CardsDialog({ holders, onClose }: { holders: CardHolders; onClose: () => void }) {
  const [kind, setKind] = useState<SignInCard['kind']>('once');
  const [onlyNew, setOnlyNew] = useState(!('accountIds' in holders));
  const isOne = 'accountIds' in holders && holders.accountIds.length === 1;
  const [pending, setPending] = useState(false);
  const [made, setMade] = useState<Made | null>(null);
  const [error, setError] = useState<unknown>(null);
  const make = async () => {
    setPending(true);
    setError(null);
    try {
      setMade(await makeCards({ holders, kind, onlyNew }));
    } catch (failure) {
      setError(failure);
    } finally {
      setPending(false);
    }
  };
  return (
    <Dialog
      opened
      onClose={onClose}
      title={t('cards.title')}
      width={800}
      locked={pending}
      footer={
        made ? (
          <Button variant="filled" icon={IconPrinter} onClick={() => window.print()}>
            {t('cards.print')}
          </Button>
        ) : (
          <Button variant="filled" pending={pending} onClick={() => void make()}>
            {pending ? t('cards.making') : t('cards.make')}
          </Button>
        )
      }
    >
      {error !== null && <Notice>{errorText(error)}</Notice>}
      {made ? (
        <>
          <Notice hue="amber">{t('cards.shownOnce')}</Notice>
          <p className={styles.count}>{made.message}</p>
          <CardSheet made={made} />
          {createPortal(<CardSheet made={made} forPrint />, document.body)}
        </>
      ) : (
        <div className={styles.options}>
          <p>{t('cards.about')}</p>
          <SelectField
            label={t('cards.kind')}
            description={kind === 'lasting' ? t('cards.lastingHint') : undefined}
            value={kind}
            options={[
              { value: 'once', label: t('cards.once') },
              { value: 'lasting', label: t('cards.lasting') },
            ]}
            onChange={(event) => setKind(event.target.value as SignInCard['kind'])}
          />
          {!isOne && <CheckField label={t('account.field.onlyNew')} checked={onlyNew} onChange={(event) => setOnlyNew(event.target.checked)} />}
        </div>
      )}
    </Dialog>
  );
}

interface Asked {
  holders: CardHolders;
  kind: SignInCard['kind'];
  onlyNew: boolean;
}

/** Cards for many are made in several calls. */
async function makeCards({ holders, kind, onlyNew }: Asked): Promise<Made> {
  const call = (whom: { course_id?: number; account_ids?: number[] }) =>
    api<typeof signInCardsCreate>('POST', '/sign-in-cards', { body: { ...whom, kind, only_new: onlyNew }, timeoutMs: SLOW_MS });
  if ('courseId' in holders) return call({ course_id: holders.courseId });
  const ids = 'importId' in holders ? await loadMadeBy(holders.importId) : [...holders.accountIds];
  let all = await call({ account_ids: ids.splice(0, AT_ONCE) });
  while (ids.length > 0) {
    const more = await call({ account_ids: ids.splice(0, AT_ONCE) });
    const cards = [...all.cards, ...more.cards];
    all = { ...all, cards, message: t('cards.list', { count: cards.length }) };
  }
  return all;
}
