import type { SignInCard, signInCardsCreate } from '@classwright/contract/class/students/calls';
import type { CallResult } from '@classwright/contract/core/endpoint';
import { useState } from 'react';
import { api, isApiError } from '../../../../base/api.ts';
import { useUnsaved } from '../../../../base/unsaved.ts';
import { SelectField } from '../../../../ui/form/index.ts';
import { Button } from '../../../../ui/plain/Button.tsx';
import { ConfirmDialog } from '../../../../ui/plain/ConfirmDialog.tsx';
import { Dialog } from '../../../../ui/plain/Dialog.tsx';
import { errorText } from '../../../../ui/plain/error-text.ts';
import { CheckField } from '../../../../ui/plain/Field.tsx';
import { IconPrinter } from '../../../../ui/feature-icons/icons.ts';
import { Notice } from '../../../../ui/plain/Notice.tsx';
import { Grid } from '../../../../ui/plain/layout/layout.tsx';
import { loadMadeBy } from '../calls.ts';
import { t } from '../../../../base/t.ts';
import { Paper } from '../../../../ui/print/PrintHead.tsx';
import { CardSheet } from './CardSheet.tsx';
import styles from './cards.module.css';

type Made = CallResult<typeof signInCardsCreate>;
/** The number of cards that the server creates in one call. */
const AT_ONCE = 200;
const SLOW_MS = 120_000;

/** The people to make cards for: chosen ones, the students of a class, everyone that an import has created. */
export type CardHolders = { accountIds: readonly number[] } | { courseId: number } | { importId: number };

/** A dialog to choose, create, show and print cards for some people. */
export function CardsDialog({ holders, onClose }: { holders: CardHolders; onClose: () => void }) {
  const [kind, setKind] = useState<SignInCard['kind']>('once');
  const isOne = 'accountIds' in holders && holders.accountIds.length === 1;
  const [onlyNew, setOnlyNew] = useState(!isOne);
  const [pending, setPending] = useState(false);
  const [made, setMade] = useState<Made | null>(null);
  const [error, setError] = useState<unknown>(null);
  const [asking, setAsking] = useState(false);
  const [printed, setPrinted] = useState(false);
  // codes are shown once: a sheet that nobody has printed must not be closed by accident
  const isAtRisk = made !== null && !printed;
  const letGo = useUnsaved(isAtRisk);
  const close = () => (isAtRisk ? setAsking(true) : onClose());
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
    <>
      <Dialog
        opened
        onClose={close}
        title={t('cards.title')}
        width={800}
        locked={pending || asking}
        footer={
          made ? (
            <Button
              variant="filled"
              icon={IconPrinter}
              onClick={() => {
                window.print();
                setPrinted(true);
              }}
            >
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
            <Paper>
              <CardSheet made={made} forPrint />
            </Paper>
          </>
        ) : (
          <Grid gap={16}>
            <p>{t('cards.about')}</p>
            <SelectField
              label={t('cards.kind')}
              description={kind === 'pictures' ? t('cards.picturesHint') : undefined}
              value={kind}
              options={[
                { value: 'once', label: t('cards.once') },
                { value: 'pictures', label: t('cards.pictures') },
              ]}
              onChange={(event) => setKind(event.target.value as SignInCard['kind'])}
            />
            {!isOne && <CheckField label={t('account.field.onlyNew')} checked={onlyNew} onChange={(event) => setOnlyNew(event.target.checked)} />}
          </Grid>
        )}
      </Dialog>
      <ConfirmDialog
        opened={asking}
        danger
        title={t('cards.closeTitle')}
        confirmLabel={t('cards.closeAnyway')}
        cancelLabel={t('cards.keepOpen')}
        onClose={() => setAsking(false)}
        onConfirm={() => {
          letGo();
          onClose();
        }}
      >
        {t('cards.closeHint')}
      </ConfirmDialog>
    </>
  );
}

interface Asked {
  holders: CardHolders;
  kind: SignInCard['kind'];
  onlyNew: boolean;
}

/** Creates cards. Many cards take several calls. */
async function makeCards({ holders, kind, onlyNew }: Asked): Promise<Made> {
  const call = (whom: { course_id?: number; account_ids?: number[] }) =>
    api<typeof signInCardsCreate>('POST', '/sign-in-cards', { body: { ...whom, kind, only_new: onlyNew }, timeoutMs: SLOW_MS });
  if ('courseId' in holders) return call({ course_id: holders.courseId });
  const ids = 'importId' in holders ? await loadMadeBy(holders.importId) : [...holders.accountIds];
  let all: Made | null = null;
  let nobody: unknown = null;
  while (ids.length > 0) {
    try {
      const more: Made = await call({ account_ids: ids.splice(0, AT_ONCE) });
      const cards: SignInCard[] = [...(all?.cards ?? []), ...more.cards];
      all = {
        ...(all ?? more),
        cards,
        school_name: all && all.school_name !== more.school_name ? null : more.school_name,
        message: t('cards.list', { count: cards.length }),
      };
    } catch (failure) {
      // some batches may contain nobody who needs a card; and a failed batch must never lose the finished ones
      if (isApiError(failure, 'VALIDATION_FAILED')) nobody = failure;
      else if (all) return { ...all, message: t('cards.stopped', { count: all.cards.length, reason: errorText(failure) }) };
      else throw failure;
    }
  }
  if (!all) throw nobody;
  return all;
}
