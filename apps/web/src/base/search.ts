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

export const oneOf = <const T extends string>(value: unknown, choices: readonly T[]): T | undefined => choices.find((choice) => choice === value);

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
