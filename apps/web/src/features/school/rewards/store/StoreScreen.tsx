import type { storeOffers, StoreOfferView, storeRedeem } from '@classwright/contract/school/rewards/store';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { api } from '../../../../base/api.ts';
import { queryClient } from '../../../../base/query-client.ts';
import { randomId } from '../../../../base/random-id.ts';
import { showSnack } from '../../../../base/snackbar.ts';
import { usePageSearch } from '../../../../base/use-page-search.ts';
import { useUser } from '../../../../base/use-user.ts';
import { usePagedList } from '../../../../ui/data-table/index.ts';
import { Pager } from '../../../../ui/data-table/Pager.tsx';
import { SearchField } from '../../../../ui/data-table/SearchField.tsx';
import { Button, buttonClasses } from '../../../../ui/plain/Button.tsx';
import { Card } from '../../../../ui/plain/Card.tsx';
import { ConfirmDialog } from '../../../../ui/plain/ConfirmDialog.tsx';
import { EmptyState } from '../../../../ui/plain/EmptyState.tsx';
import { IconGift } from '../../../../ui/plain/icons.ts';
import { LoadFailed } from '../../../../ui/plain/LoadFailed.tsx';
import { PageHeader } from '../../../../ui/plain/PageHeader.tsx';
import { Skeleton } from '../../../../ui/plain/Skeleton.tsx';
import { POINTS } from '../calls.ts';
import styles from '../rewards.module.css';
import { parseStoreSearch } from '../search.ts';
import { Tabs } from '../Tabs.tsx';
import { giveBack, STORE } from './calls.ts';
import { OwnPurchases } from './OwnPurchases.tsx';
import { t } from '../../../../base/t.ts';

/** Lists the items that points can buy, and one's own purchases. Staff see it as their students do. */
export function StoreScreen() {
  const { rights } = useUser();
  const { search, push } = usePageSearch(parseStoreSearch);
  const buys = rights.includes('store:create');
  const keeps = rights.includes('store-items:view');
  const isOwn = search.tab === 'own' && buys;
  return (
    <>
      <PageHeader
        title={t('store.title')}
        sub={t('store.about')}
        actions={
          keeps ? (
            <Link to="/store-items" className={buttonClasses({})}>
              {t('store.toItems')}
            </Link>
          ) : undefined
        }
      />
      {buys && (
        <Tabs
          label={t('store.tabs')}
          current={isOwn ? 'own' : 'offers'}
          tabs={[
            { tab: 'offers', words: t('store.tab.offers') },
            { tab: 'own', words: t('store.tab.own') },
          ]}
          onTab={(tab) => push(tab === 'own' ? { tab } : {})}
        />
      )}
      {isOwn ? <OwnPurchases /> : <Offers keeps={keeps} />}
    </>
  );
}

function Offers({ keeps }: { keeps: boolean }) {
  const { search, push, replace } = usePageSearch(parseStoreSearch);
  const { page = 1, search_text, redeem } = search;
  const words = search_text ? { search_text } : {};
  const list = usePagedList([STORE, 'offers'], { page, ...words }, (query, signal) => api<typeof storeOffers>('GET', '/store', { query, signal }));
  if (list.isError && !list.data) return <LoadFailed error={list.error} onRetry={() => void list.refetch()} pending={list.isFetching} />;
  if (!list.data) return <Skeleton height={280} />;
  const { data, points, can_redeem, pagination } = list.data;
  if (pagination.total === 0 && search_text === undefined)
    return keeps ? (
      <EmptyState
        title={t('store.noneStaff')}
        action={
          <Link to="/store-items" className={buttonClasses({ variant: 'filled' })}>
            {t('store.toItems')}
          </Link>
        }
      >
        {t('store.noneStaffHint')}
      </EmptyState>
    ) : (
      <EmptyState title={t('store.none')}>{t('store.noneHint')}</EmptyState>
    );
  const open = data.find(({ id }) => id === redeem);
  return (
    <>
      <div className={styles.tools}>
        <SearchField text={search_text ?? ''} hint={t('store.search')} onText={(text) => replace(text === '' ? {} : { search_text: text })} />
        {can_redeem && <b role="status">{t('store.youHave', { count: points })}</b>}
      </div>
      {data.length === 0 ? (
        <EmptyState compact title={t('store.nothingFound')} />
      ) : (
        <ul className={styles.offers}>
          {data.map((offer) => (
            <li key={offer.id}>
              <Offer offer={offer} points={can_redeem ? points : null} onRedeem={() => push({ ...search, redeem: offer.id })} />
            </li>
          ))}
        </ul>
      )}
      {pagination.last_page > 1 && <Pager pagination={pagination} onPage={(to) => replace({ ...words, ...(to > 1 ? { page: to } : {}) })} />}
      {open && can_redeem && <RedeemDialog key={open.id} offer={open} points={points} onClose={() => replace({ ...words, ...(page > 1 ? { page } : {}) })} />}
    </>
  );
}

/** An item of the store. `points`: the buyer's balance; null for people who buy nothing. */
function Offer({ offer, points, onRedeem }: { offer: StoreOfferView; points: number | null; onRedeem: () => void }) {
  const { name, description, price, left, picture_url } = offer;
  const isSoldOut = left === 0;
  const missing = points === null ? 0 : Math.max(0, price - points);
  return (
    <Card as="article" className={styles.offer}>
      <div className={styles.picture}>{picture_url === null ? <IconGift size={40} /> : <img src={picture_url} alt="" loading="lazy" />}</div>
      <div className={styles.words}>
        <h2 dir="auto">{name}</h2>
        {description !== '' && <p dir="auto">{description}</p>}
      </div>
      <div className={styles.foot}>
        <span className={styles.stack}>
          <b>{t('store.costs', { count: price })}</b>
          {left !== null && <small>{isSoldOut ? t('store.soldOut') : t('store.left', { count: left })}</small>}
          {points !== null && !isSoldOut && missing > 0 && <small>{t('store.missing', { count: missing })}</small>}
        </span>
        {points !== null && (
          <Button variant="light" size="l" disabled={isSoldOut || missing > 0} aria-label={t('store.redeemOf', { name })} onClick={onRedeem}>
            {t('store.redeem')}
          </Button>
        )}
      </div>
    </Card>
  );
}

function RedeemDialog({ offer, points, onClose }: { offer: StoreOfferView; points: number; onClose: () => void }) {
  // A second try of the same purchase is one purchase.
  const [key] = useState(randomId);
  const refresh = () => Promise.all([queryClient.invalidateQueries({ queryKey: [STORE] }), queryClient.invalidateQueries({ queryKey: [POINTS] })]);
  return (
    <ConfirmDialog
      opened
      width={500}
      title={t('store.confirmTitle', { name: offer.name })}
      confirmLabel={t('store.redeem')}
      cancelLabel={t('common.cancel')}
      onClose={onClose}
      onConfirm={async () => {
        try {
          const { message, purchase } = await api<typeof storeRedeem>('POST', '/store/redeem', { body: { item_id: offer.id }, idempotencyKey: key });
          showSnack(message, { undo: () => giveBack(purchase.id) });
        } finally {
          void refresh();
        }
      }}
    >
      {t('store.confirm', { count: offer.price, left: points - offer.price })}
    </ConfirmDialog>
  );
}
