/** What stands in addresses after "?": each page's own part, read leniently, since people edit addresses. */
export type Raw = Record<string, unknown>;

export const whole = (value: unknown): number | undefined => {
  const number = typeof value === 'number' ? value : typeof value === 'string' && /^\d{1,16}$/.test(value) ? Number(value) : Number.NaN;
  return Number.isSafeInteger(number) && number > 0 ? number : undefined;
};
export const words = (value: unknown): string | undefined => {
  const text = typeof value === 'string' || typeof value === 'number' ? String(value).slice(0, 200) : '';
  return text === '' ? undefined : text;
};

const oneOf = <const T extends string>(value: unknown, choices: readonly T[]): T | undefined => choices.find((choice) => choice === value);

/** Keys without a value are left out, so that addresses stay short. */
export function tidy<T extends Record<string, unknown>>(search: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined)) as { [K in keyof T]?: Exclude<T[K], undefined> };
}

export const list = (raw: Raw) => ({ page: whole(raw['page']), search_text: words(raw['search_text']) });

export interface ListSearch {
  page?: number;
  search_text?: string;
}

export interface LessonSearch extends ListSearch {
  assessment_id?: number;
  view?: 'projector';
  tab?: 'form_1A' | 'form_1B' | 'form_2';
  list?: 'responses';
}

export interface ReferenceListSearch extends ListSearch {
  sort?: string;
  direction?: 'asc' | 'desc';
  /** Which dialog is open, on which row. */
  create?: true;
  edit?: number;
  delete?: number;
  /** What was deleted, in place of what is in use; `purge`: about which row is asked. */
  archived?: true;
  purge?: number;
  /** The invitation group whose people are open. */
  accounts?: number;
  /** Only rows that point at this one, or whose flag is so; named as the fields of rows are. */
  [reference: `${string}_id`]: number | undefined;
  active?: boolean;
  is_active?: boolean;
}

const yesOrNo = (value: unknown): boolean | undefined => [true, false].find((answer) => value === answer || value === String(answer));
const REFERENCE = /^[a-z_]{1,40}_id$/;
const references = (raw: Raw): Record<`${string}_id`, number | undefined> =>
  Object.fromEntries(Object.entries(raw).flatMap(([name, value]) => (REFERENCE.test(name) ? [[name, whole(value)]] : [])));

const yes = (value: unknown): true | undefined => (value === true || value === 'true' || value === 1 ? true : undefined);

export const referenceListSearch = (raw: Raw): ReferenceListSearch =>
  tidy({
    ...list(raw),
    sort: words(raw['sort']),
    direction: oneOf(raw['direction'], ['asc', 'desc']),
    create: yes(raw['create']),
    edit: whole(raw['edit']),
    delete: whole(raw['delete']),
    archived: yes(raw['archived']),
    purge: whole(raw['purge']),
    accounts: whole(raw['accounts']),
    ...references(raw),
    active: yesOrNo(raw['active']),
    is_active: yesOrNo(raw['is_active']),
  });

export interface CensoredSearch extends ListSearch {
  class_id?: number;
  account_id?: number;
  reviewed?: 'yes' | 'no';
  from?: string;
  to?: string;
  /** Whose original is open. */
  text?: number;
}

export const censoredSearch = (raw: Raw): CensoredSearch =>
  tidy({
    ...list(raw),
    class_id: whole(raw['class_id']),
    account_id: whole(raw['account_id']),
    reviewed: oneOf(raw['reviewed'], ['yes', 'no']),
    from: words(raw['from']),
    to: words(raw['to']),
    text: whole(raw['text']),
  });

export const signInSearch = (raw: Raw) => tidy({ to: words(raw['to']) });
export const homeSearch = (raw: Raw): ListSearch => tidy(list(raw));
/** `view`: the projector's window. `tab` and `list`: what the teacher's screen shows of the feed; without `tab` it follows the lesson. */
export const lessonSearch = (raw: Raw): LessonSearch =>
  tidy({
    ...list(raw),
    assessment_id: whole(raw['assessment_id'] ?? raw['id']),
    view: oneOf(raw['view'], ['projector']),
    tab: oneOf(raw['tab'], ['form_1A', 'form_1B', 'form_2']),
    list: oneOf(raw['list'], ['responses']),
  });
