import type { IconComponent } from '../../ui/plain/icon.tsx';
import { useChunk } from '../../base/use-chunk.ts';

const load = () => import('../../ui/page-icons/index.ts');
/** Returns the icons of pages by their paths; null until they have loaded. */
export const usePageIcons = (): Readonly<Record<string, IconComponent>> | null => useChunk(load)?.pageIcons ?? null;
