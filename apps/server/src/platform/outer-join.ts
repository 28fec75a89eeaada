/** A row that an outer join found, or all nulls. */
export type OrNothing<Row> = { [Name in keyof Row]: Row[Name] | null };

/** Returns the rows that were found. */
export const foundOf = <Row extends { id: number }>(rows: readonly OrNothing<Row>[]): Row[] => rows.filter(({ id }) => id !== null) as Row[];
