import { useEffect, useState, useSyncExternalStore } from 'react';
import { useEvent } from '../../base/use-event.ts';
import { Blocks, type LoadBlock } from './blocks.ts';

/** The rows of one long list; another `scope` (its search and order) is another list. `renewals`: rises when rows have changed. */
export function useBlocks<Row>(scope: string, load: LoadBlock<Row>, renewals = 0): Blocks<Row> {
  const latest = useEvent(load);
  const make = () => ({ scope, renewals, blocks: new Blocks<Row>(latest) });
  const [kept, setKept] = useState(make);
  const now = kept.scope === scope ? kept : make();
  if (now !== kept) setKept(now);
  const { blocks } = now;
  useSyncExternalStore(blocks.subscribe, blocks.version);
  useEffect(() => {
    if (now.renewals === renewals) return;
    now.renewals = renewals;
    blocks.renew();
  }, [now, blocks, renewals]);
  useEffect(() => () => blocks.stop(), [blocks]);
  return blocks;
}
