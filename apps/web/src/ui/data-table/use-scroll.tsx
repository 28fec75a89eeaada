import type { Block, BlockRequest } from '@classwright/contract/core/blocks';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useChunk } from '../../base/use-chunk.ts';
import { Button } from '../plain/Button.tsx';
import { Skeleton } from '../plain/Skeleton.tsx';
import type { ScrollView } from './columns.ts';
import { t } from '../../base/t.ts';
import type { ListAnswer } from './use-paged-list.ts';

const loadScroll = () => import('./TableScroll.tsx');

/** All rows of a list in one scroll instead of pages. */
export interface ScrollMode<Row> {
  readonly isOn: boolean;
  /** The button that switches it on and off. */
  readonly switch: ReactNode;
  readonly draw: (view: ScrollView<Row>) => ReactNode;
}

interface ScrollOptions<Query, Row> {
  isOn: boolean;
  /** Sets in the address whether it is on. */
  onSwitch: (isOn: true | undefined) => void;
  /** The list's query, as for its pages. Only filters and order matter here. */
  query: Query;
  load: (query: Query & Partial<BlockRequest>, signal: AbortSignal) => Promise<Block<Row>>;
  /** The paged list. When it reloads, so do the rows in view. */
  list: UseQueryResult<ListAnswer<Row>>;
  /** The row height in pixels, if cells have more than one or two lines. */
  rowHeight?: number;
}

/**
 * Shows a list in one scroll and loads rows in blocks as they come into view. The component loads when it is first
 * needed.
 */
export function useScroll<Query extends object, Row>({ isOn, onSwitch, query, load, list, rowHeight }: ScrollOptions<Query, Row>): ScrollMode<Row> {
  const part = useChunk(loadScroll, isOn);
  const { page: _page, per_page: _size, ...asked } = query as Query & { page?: number; per_page?: number };
  return {
    isOn,
    switch: (
      <Button variant="subtle" onClick={() => onSwitch(isOn ? undefined : true)}>
        {t(isOn ? 'table.inPages' : 'table.inOneScroll')}
      </Button>
    ),
    draw: (view) =>
      part ? (
        <part.TableScroll
          {...view}
          query={asked}
          load={(place, signal) => load({ ...(asked as Query), ...place }, signal)}
          loadedAt={list.isPlaceholderData ? 0 : list.dataUpdatedAt}
          rowHeight={rowHeight}
        />
      ) : (
        <Skeleton width="100%" />
      ),
  };
}
