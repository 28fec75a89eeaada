import { ImportResolution } from '@classwright/contract';
import { z } from 'zod';
import type { ImportRow } from '../queries.ts';

const Options = z.object({ resolutions: z.array(ImportResolution) });

/** Returns the meanings that the importer last gave to texts of the file. */
export function resolutionsOf({ options }: Pick<ImportRow, 'options'>): readonly ImportResolution[] {
  const kept = Options.safeParse(options);
  return kept.success ? kept.data.resolutions : [];
}
