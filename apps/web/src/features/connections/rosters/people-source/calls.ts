import type {
  PeopleExchangeView,
  PeopleSource as PeopleSourceOf,
  peopleSourceChange,
  peopleSourceGet,
  peopleSourcePreview,
  peopleSourceUndo,
  PeopleSourceView,
} from '@classwright/contract/class/sources/calls';
import { api } from '../../../../base/api.ts';

export type Source = PeopleSourceOf;
export type Sources = PeopleSourceView;
export type Exchange = PeopleExchangeView;

export const loadSources = (id: number, signal: AbortSignal) => api<typeof peopleSourceGet>('GET', '/courses/:id/people-source', { params: { id }, signal });
export const loadExchange = (id: number, link: number, signal: AbortSignal) =>
  api<typeof peopleSourcePreview>('GET', '/courses/:id/people-source/preview', { params: { id }, query: { link_id: link }, signal });
export const changeSource = (id: number, body: { link_id: number; confirm_many_ends: boolean }) =>
  api<typeof peopleSourceChange>('POST', '/courses/:id/people-source', { params: { id }, body });
export const undoChange = (id: number) => api<typeof peopleSourceUndo>('POST', '/courses/:id/people-source/undo', { params: { id }, body: {} });
