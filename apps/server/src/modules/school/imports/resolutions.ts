import { ImportResolution } from '@classwright/contract';
import { z } from 'zod';
import type { ImportRow } from './queries.ts';

const Options = z.object({ resolutions: z.array(ImportResolution) });

/** What whoever imports said last that texts of the file stand for. */
export function resolutionsOf({ options }: Pick<ImportRow, 'options'>): readonly ImportResolution[] {
  const kept = Options.safeParse(options);
  return kept.success ? kept.data.resolutions : [];
}
