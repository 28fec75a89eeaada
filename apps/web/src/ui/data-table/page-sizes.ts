/** What a page can hold; the first unless somebody chose another. */
export const PAGE_SIZES = [25, 50, 100, 200] as const;

/** One of them as an address says it; the usual one is not said. */
export const parsePageSize = (value: unknown): number | undefined => PAGE_SIZES.slice(1).find((size) => size === Number(value));
