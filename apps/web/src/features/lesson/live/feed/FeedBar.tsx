import { useId } from 'react';
import { IconChevronDown, IconSortDescending } from '../../../../ui/plain/icons.ts';
import { t } from '../../../../base/t.ts';
import { useLive, usePreferences } from '../use-live.ts';
import styles from './FeedPanel.module.css';
import { Row } from '../../../../ui/plain/layout/layout.tsx';
import type { PostOrder } from './order.ts';

/** Switches between feed and responses, and sets the order of the posts. */
export function FeedBar({ list, onList }: { list: 'feed' | 'responses'; onList: (list: 'feed' | 'responses') => void }) {
  const { preferences } = useLive();
  const { order } = usePreferences();
  const name = useId();
  return (
    <Row gap={8} justify="between" fixed className={styles.bar}>
      <Row as="fieldset" inline gap={2} align="stretch" radius="md" className={styles.lists}>
        <legend className="visually-hidden">{t('teach.listAs')}</legend>
        {(['feed', 'responses'] as const).map((one) => (
          <label key={one}>
            <input type="radio" name={name} value={one} checked={list === one} onChange={() => onList(one)} />
            {t(one === 'feed' ? 'teach.feed' : 'teach.responses')}
          </label>
        ))}
      </Row>
      {list === 'feed' && (
        <Row as="label" inline gap={6} size={13} weight={600} className={styles.order}>
          <span className="visually-hidden">{t('teach.order')}</span>
          <IconSortDescending size={17} />
          <select value={order} onChange={(event) => preferences.change({ order: event.target.value as PostOrder })}>
            <option value="discussed">{t('teach.mostDiscussed')}</option>
            <option value="newest">{t('teach.newest')}</option>
          </select>
          <IconChevronDown size={15} />
        </Row>
      )}
    </Row>
  );
}
