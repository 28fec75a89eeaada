import type { z } from 'zod';

/**
 * A table of a large response: its columns by name, and its maximum number of rows. More are refused, never cut off.
 */
export interface LargeTable {
  readonly mostRows: number;
  readonly columns: Readonly<Record<string, z.ZodType>>;
}
