/** The part of an address after "?", as the router passes it. */
export type RawSearch = Readonly<Record<string, unknown>>;

/** Parses one value of an address; undefined for a value that the page does not understand. */
type Parse<T> = (value: unknown) => T | undefined;

/** The search parameters of a page, by the parsers of its keys. */
export type SearchOf<P extends Readonly<Record<string, Parse<unknown>>>> = { [K in keyof P]?: Exclude<ReturnType<P[K]>, undefined> };

/** Parses an id, or another whole number from 1 on. */
export const parseId = (value: unknown): number | undefined => {
  const number = typeof value === 'number' ? value : typeof value === 'string' && /^\d{1,16}$/.test(value) ? Number(value) : Number.NaN;
  return Number.isSafeInteger(number) && number > 0 ? number : undefined;
};

/** Parses the number of a page, from 1 on. */
export const parsePage = parseId;

/** Parses a text of at most 200 characters; never empty. */
export const parseText = (value: unknown): string | undefined => {
  const text = typeof value === 'string' || typeof value === 'number' ? String(value).slice(0, 200) : '';
  return text === '' ? undefined : text;
};

/** Parses several texts, such as tags; a single one is accepted. */
export const parseTexts = (value: unknown): string[] | undefined => {
  const found = (Array.isArray(value) ? value : [value]).flatMap((text) => parseText(text) ?? []);
  return found.length > 0 ? found : undefined;
};

/** Parses one of these names. */
export const parseOneOf =
  <const T extends string>(choices: readonly T[]) =>
  (value: unknown): T | undefined =>
    choices.find((choice) => choice === value);

/** Parses the order of rows, if it is not the usual ascending one. */
export const parseDescending = (value: unknown): 'asc' | 'desc' | undefined => (value === 'desc' ? value : undefined);

/** Parses a switch that is on, or missing. */
export const parseYes = (value: unknown): true | undefined => (value === true || value === 'true' || value === 1 ? true : undefined);

/** Parses yes, no, or missing. */
export const parseYesOrNo = (value: unknown): boolean | undefined => [true, false].find((choice) => value === choice || value === String(choice));

/** Parses YYYY-MM-DD. */
export const parseDate = (value: unknown): string | undefined => (typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value) ? value : undefined);

/** Leaves out keys without a value, so that addresses stay short. */
export function tidy<T extends Record<string, unknown>>(search: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined)) as { [K in keyof T]?: Exclude<T[K], undefined> };
}

/**
 * Creates the parser of a page's address. It is lenient, since people edit addresses, and leaves out unknown
 * parameters.
 */
export const searchParser =
  <const P extends Readonly<Record<string, Parse<unknown>>>>(parsers: P) =>
  (raw: RawSearch): SearchOf<P> =>
    tidy(Object.fromEntries(Object.entries(parsers).map(([key, parse]) => [key, parse(raw[key])]))) as SearchOf<P>;

/** The parameters that every list has. */
export const listParsers = { page: parsePage, search_text: parseText };
export type ListSearch = SearchOf<typeof listParsers>;

export const parseSignInSearch = searchParser({ to: parseText });
export type SignInSearch = ReturnType<typeof parseSignInSearch>;
export const parseHomeSearch = searchParser({
  ...listParsers,
  /** A day of the week that is shown at first. */
  week: parseDate,
});

const parseLesson = searchParser({
  ...listParsers,
  assessment_id: parseId,
  /** The projector's window. */
  view: parseOneOf(['projector']),
  /** The form of the feed on the teacher's screen; without it, the screen follows the lesson. */
  tab: parseOneOf(['form_1A', 'form_1B', 'form_2']),
  list: parseOneOf(['responses']),
  /** The post of that feed to begin at. */
  post: parseId,
});
export type LessonSearch = ReturnType<typeof parseLesson>;
export const parseLessonSearch = (raw: RawSearch): LessonSearch => parseLesson({ ...raw, assessment_id: raw['assessment_id'] ?? raw['id'] });
