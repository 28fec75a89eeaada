import { FORM_KEYS, FORMS, type Form } from '@classwright/contract/forms';
import { useNavigate, useSearch } from '@tanstack/react-router';

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

type Search = Record<string, unknown>;

/** Tab and list are in the address, so that a reload stays where it was; they make no entries in the history. */
export function useAddress(): Address {
  const search: Search = useSearch({ strict: false });
  const navigate = useNavigate();
  const change = (part: Search) => void navigate({ to: '.', search: ((before: Search) => ({ ...before, ...part })) as never, replace: true });
  return {
    form: FORMS.find((form) => FORM_KEYS[form] === search['tab']) ?? null,
    list: search['list'] === 'responses' ? 'responses' : 'feed',
    view: search['view'] === 'projector' ? 'projector' : 'desk',
    showForm: (form) => change({ tab: form ? FORM_KEYS[form] : undefined }),
    showList: (list) => change({ list: list === 'responses' ? list : undefined }),
  };
}
