import { FORM_KEYS, FORMS, type Form } from '@classwright/contract/lesson/live/forms';
import { type LessonSearch, parseLessonSearch, tidy } from '../../../base/search.ts';
import { usePageSearch } from '../../../base/use-page-search.ts';

/** What the address says about the screen beside the lesson itself. */
export interface Address {
  /** The form whose feed is shown; null: the one that the lesson is in. */
  form: Form | null;
  /** The feed as posts, or as a list of responses. */
  list: 'feed' | 'responses';
  view: 'desk' | 'projector';
  showForm: (form: Form | null) => void;
  showList: (list: 'feed' | 'responses') => void;
}

/** Tab and list are in the address, so that a reload stays where it was; they make no entries in the history. */
export function useAddress(): Address {
  const { search, replace } = usePageSearch(parseLessonSearch);
  const change = (part: { [K in 'tab' | 'list']?: LessonSearch[K] | undefined }) => replace((before) => tidy({ ...before, ...part }));
  return {
    form: FORMS.find((form) => FORM_KEYS[form] === search.tab) ?? null,
    list: search.list ?? 'feed',
    view: search.view ?? 'desk',
    showForm: (form) => change({ tab: form ? FORM_KEYS[form] : undefined }),
    showList: (list) => change({ list: list === 'responses' ? list : undefined }),
  };
}
