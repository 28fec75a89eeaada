import { useEffect, useState, useSyncExternalStore } from 'react';
import { useEvent } from '../../base/use-event.ts';
import { Blocks, type LoadBlock } from './blocks.ts';

/**
 * Returns the rows of one long list. A new `scope` (its search and order) is another list. `loadedAt`: the time at
 * which the list was last loaded elsewhere. A time later than the first known one means that rows may have changed. 0:
 * not known yet.
 */
export function useBlocks<Row>(scope: string, load: LoadBlock<Row>, loadedAt: number): Blocks<Row> {
  const latest = useEvent(load);
  const make = () => ({ scope, loadedAt, blocks: new Blocks<Row>(latest) });
  const [kept, setKept] = useState(make);
  const now = kept.scope === scope ? kept : make();
  if (now !== kept) setKept(now);
  const { blocks } = now;
  useSyncExternalStore(blocks.subscribe, blocks.version);
  useEffect(() => {
    if (loadedAt === 0 || now.loadedAt === loadedAt) return;
    const isFirst = now.loadedAt === 0;
    now.loadedAt = loadedAt;
    if (!isFirst) blocks.renew();
  }, [now, blocks, loadedAt]);
  useEffect(() => () => blocks.stop(), [blocks]);
  return blocks;
}
