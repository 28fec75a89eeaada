import type { ImportView, ImportUndoPlan } from '@classwright/contract/school/imports/calls';
import type { Pagination } from '@classwright/contract/core/fields';

/** The calls of one kind of import that list earlier ones and undo them. */
export interface UndoImportCalls<State extends ImportView> {
  list: (page: number, signal: AbortSignal) => Promise<{ data: State[]; pagination: Pagination }>;
  look: (id: number, signal: AbortSignal) => Promise<{ import: State; plan: ImportUndoPlan }>;
  take: (id: number) => Promise<{ import: State }>;
  load: (id: number, signal: AbortSignal) => Promise<{ import: State }>;
}

export const EARLIER_PER_PAGE = 5;
