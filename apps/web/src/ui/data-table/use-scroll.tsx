import type { Block, BlockRequest } from '@classwright/contract/core/blocks';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useChunk } from '../../base/use-chunk.ts';
import { Button } from '../plain/Button.tsx';
import { Skeleton } from '../plain/Skeleton.tsx';
import type { ScrollView } from './columns.ts';
import { tableWords as t } from './t.ts';
import type { ListAnswer } from './use-paged-list.ts';

const loadScroll = () => import('./TableScroll.tsx');

/** All rows of a list in one scroll, in place of its pages. */
export interface InOneScroll<Row> {
  readonly isOn: boolean;
  /** The button that leads there and back. */
  readonly switch: ReactNode;
  readonly draw: (view: ScrollView<Row>) => ReactNode;
}

interface ScrollOptions<Query, Row> {
  isOn: boolean;
  /** Puts into the address whether it is on. */
  onSwitch: (isOn: true | undefined) => void;
  /** What the list is asked, as for its pages; of these, only what narrows or orders it counts. */
  query: Query;
  load: (query: Query & Partial<BlockRequest>, signal: AbortSignal) => Promise<Block<Row>>;
  /** The pages: when they are loaded anew, so are the rows in view. */
  list: UseQueryResult<ListAnswer<Row>>;
  /** In pixels, where a cell has more than one or two lines. */
  rowHeight?: number;
}

/** A list in one scroll: what comes into view is loaded in blocks. Loads what draws it when it is first wanted. */
export function useScroll<Query extends object, Row>({ isOn, onSwitch, query, load, list, rowHeight }: ScrollOptions<Query, Row>): InOneScroll<Row> {
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
