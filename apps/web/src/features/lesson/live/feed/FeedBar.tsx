import { useId } from 'react';
import { IconChevronDown, IconSortDescending } from '../../../../ui/plain/icons.ts';
import { t } from '../../../../base/t.ts';
import { useLive, usePreferences } from '../use-live.ts';
import styles from './FeedPanel.module.css';
import type { PostOrder } from './order.ts';

/** Switches between feed and responses, and sets the order of the posts. */
export function FeedBar({ list, onList }: { list: 'feed' | 'responses'; onList: (list: 'feed' | 'responses') => void }) {
  const { preferences } = useLive();
  const { order } = usePreferences();
  const name = useId();
  return (
    <div className={styles.bar}>
      <fieldset className={styles.lists}>
        <legend className="visually-hidden">{t('teach.listAs')}</legend>
        {(['feed', 'responses'] as const).map((one) => (
          <label key={one}>
            <input type="radio" name={name} value={one} checked={list === one} onChange={() => onList(one)} />
            {t(one === 'feed' ? 'teach.feed' : 'teach.responses')}
          </label>
        ))}
      </fieldset>
      {list === 'feed' && (
        <label className={styles.order}>
          <span className="visually-hidden">{t('teach.order')}</span>
          <IconSortDescending size={17} />
          <select value={order} onChange={(event) => preferences.change({ order: event.target.value as PostOrder })}>
            <option value="discussed">{t('teach.mostDiscussed')}</option>
            <option value="newest">{t('teach.newest')}</option>
          </select>
          <IconChevronDown size={15} />
        </label>
      )}
    </div>
  );
}
