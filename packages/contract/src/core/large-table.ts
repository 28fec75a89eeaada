import type { z } from 'zod';

/** A table of a large answer: its columns by name, and how many rows it may have. More are refused, never cut off. */
export interface LargeTable {
  readonly mostRows: number;
  readonly columns: Readonly<Record<string, z.ZodType>>;
}
