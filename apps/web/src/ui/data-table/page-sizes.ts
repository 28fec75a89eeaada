/** The possible page sizes. The first is the default. */
export const PAGE_SIZES = [25, 50, 100, 200] as const;

/** Parses a page size from the address. The default is left out. */
export const parsePageSize = (value: unknown): number | undefined => PAGE_SIZES.slice(1).find((size) => size === Number(value));
