import { languageStore } from '../../../base/language.ts';

/** One format per language and options, since a screen of cells writes hundreds of numbers. */
const made = new WeakMap<object, Map<Intl.NumberFormatOptions, Intl.NumberFormat>>();

/** Creates a function that formats numbers in the page's language. */
export const numberWriter =
  (options: Intl.NumberFormatOptions) =>
  (value: number): string => {
    const language = languageStore.get();
    const formats = made.get(language) ?? new Map<Intl.NumberFormatOptions, Intl.NumberFormat>();
    made.set(language, formats);
    const format = formats.get(options) ?? new Intl.NumberFormat(language.locale, options);
    formats.set(options, format);
    return format.format(value);
  };

/** Formats points with at most two decimals. */
export const pointsText = numberWriter({ maximumFractionDigits: 2 });

const figureText = numberWriter({ minimumFractionDigits: 1, maximumFractionDigits: 1 });
/** Formats a percentage with one decimal. */
export const percentText = (percent: number): string => `${figureText(percent)}%`;
