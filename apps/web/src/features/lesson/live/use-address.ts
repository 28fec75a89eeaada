import { FORM_KEYS, FORMS, type Form } from '@classwright/contract/lesson/live/forms';
import { type LessonSearch, parseLessonSearch, tidy } from '../../../base/search.ts';
import { usePageSearch } from '../../../base/use-page-search.ts';

/** The settings of the screen in the address, in addition to the lesson. */
export interface Address {
  /** The form whose feed is shown; null for the current one. */
  form: Form | null;
  /** Shows the feed as posts, or as a list of responses. */
  list: 'feed' | 'responses';
  /** The post to begin at. */
  post: number | null;
  view: 'desk' | 'projector';
  showForm: (form: Form | null) => void;
  showList: (list: 'feed' | 'responses') => void;
}

/** Reads and sets tab and list in the address, so that a reload keeps them. They add no entries to the history. */
export function useAddress(): Address {
  const { search, replace } = usePageSearch(parseLessonSearch);
  const change = (part: { [K in 'tab' | 'list']?: LessonSearch[K] | undefined }) => replace((before) => tidy({ ...before, ...part }));
  return {
    form: FORMS.find((form) => FORM_KEYS[form] === search.tab) ?? null,
    list: search.list ?? 'feed',
    post: search.post ?? null,
    view: search.view ?? 'desk',
    showForm: (form) => change({ tab: form ? FORM_KEYS[form] : undefined }),
    showList: (list) => change({ list: list === 'responses' ? list : undefined }),
  };
}
