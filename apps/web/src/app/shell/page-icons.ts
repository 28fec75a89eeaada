import type { IconComponent } from '../../ui/plain/icon.tsx';
import { useChunk } from '../../base/use-chunk.ts';

const load = () => import('../../ui/page-icons/index.ts');
/** What there is until they are fetched. */
export const NO_ICONS: Readonly<Record<string, IconComponent>> = {};

/** The icons of pages by their paths; empty until they are there. */
export const usePageIcons = (): Readonly<Record<string, IconComponent>> => useChunk(load)?.pageIcons ?? NO_ICONS;
