import { useEffect, useState, type ComponentType, type ReactNode } from 'react';
import { LoadFailed } from './LoadFailed.tsx';
import { SkeletonText } from './Skeleton.tsx';
import { Button } from './Button.tsx';
import { loadChunk } from '../../base/chunk.ts';
import styles from './lazy-screen.module.css';
import { t } from '../../base/t.ts';

type PropsOf<Component> = Component extends ComponentType<infer Props> ? Props & object : never;

/**
 * A screen that loads when it is first shown: `lazyScreen(() => import('./part.tsx'), 'Part')`. If loading fails, a
 * retry appears in its place, and everything around it is kept, including typed values. After a second failure the page
 * can be reloaded too, since the server may have a new version.
 */
export function lazyScreen<Module extends Record<Name, ComponentType<never>>, const Name extends string>(
  load: () => Promise<Module>,
  name: Name,
  /** Shown while it loads. The default is a skeleton. */
  meanwhile: ReactNode = undefined,
): ((props: PropsOf<Module[Name]>) => ReactNode) & { fetchAhead: () => void } {
  type Props = PropsOf<Module[Name]>;
  let loaded: ComponentType<Props> | null = null;
  const get = async () => (loaded ??= (await loadChunk(load))[name] as ComponentType<Props>);
  function LazyScreen(props: Props) {
    const [Screen, setScreen] = useState<ComponentType<Props> | null>(() => loaded);
    const [failures, setFailures] = useState<readonly unknown[]>([]);
    const [asking, setAsking] = useState(0);
    useEffect(() => {
      let gone = false;
      get().then(
        (component) => !gone && setScreen(() => component),
        (error: unknown) => !gone && setFailures((before) => [...before, error]),
      );
      return () => {
        gone = true;
      };
    }, [asking]);
    if (Screen) return <Screen {...props} />;
    if (failures.length > asking) {
      return (
        <div className={styles.place}>
          <LoadFailed error={failures.at(-1)} onRetry={() => setAsking(failures.length)} />
          {failures.length > 1 && (
            <Button variant="subtle" onClick={() => location.reload()}>
              {t('shell.reload')}
            </Button>
          )}
        </div>
      );
    }
    if (meanwhile !== undefined) return meanwhile;
    return (
      <div className={styles.place}>
        <SkeletonText lines={5} />
      </div>
    );
  }
  return Object.assign(LazyScreen, { fetchAhead: () => void get().catch(() => undefined) });
}
