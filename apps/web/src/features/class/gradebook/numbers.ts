import { languageStore } from '../../../base/language.ts';

/** Made once per language and kind: a screen of cells writes hundreds of numbers. */
const made = new WeakMap<object, Map<Intl.NumberFormatOptions, Intl.NumberFormat>>();

/** Writes numbers as they are read in the language of the page. */
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

/** Points: two decimals at most. */
export const pointsText = numberWriter({ maximumFractionDigits: 2 });

const figureText = numberWriter({ minimumFractionDigits: 1, maximumFractionDigits: 1 });
/** A figure: percent with one decimal. */
export const percentText = (percent: number): string => `${figureText(percent)} %`;
