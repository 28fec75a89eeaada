import { useEffect, useState, useSyncExternalStore } from 'react';
import { useEvent } from '../../base/use-event.ts';
import { Blocks, type LoadBlock } from './blocks.ts';

/**
 * The rows of one long list; another `scope` (its search and order) is another list. `loadedAt`: when something else
 * loaded the list; a later time than the first one known says that rows may have changed. 0: it is not known yet.
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
