import type { HomeView } from '@classwright/contract';
import type { DueRow, ReturnedRow } from './queries.ts';

type Student = NonNullable<HomeView['student']>;

export const toDueWork = ({ total: _total, due_at, ...row }: DueRow): Student['due'][number] => ({ ...row, due_at: due_at.toISOString() });

export const toReturnedWork = ({ returned_at, ...row }: ReturnedRow): Student['returned'][number] => ({ ...row, returned_at: returned_at.toISOString() });
