import type { ComponentProps } from 'react';
import { useChunk } from '../../base/use-chunk.ts';
import type { BulkBar } from './BulkBar.tsx';

const loadBar = () => import('./BulkBar.tsx');

/** The bar of a selection, which loads after the rows are drawn: at first nothing is selected. */
export function BulkBarLater(props: ComponentProps<typeof BulkBar>) {
  const bar = useChunk(loadBar);
  return bar && <bar.BulkBar {...props} />;
}
