/** What an outer join found beside its left side, or nothing of it. */
export type OrNothing<Row> = { [Name in keyof Row]: Row[Name] | null };

/** The rows that were found. */
export const foundOf = <Row extends { id: number }>(rows: readonly OrNothing<Row>[]): Row[] => rows.filter(({ id }) => id !== null) as Row[];
