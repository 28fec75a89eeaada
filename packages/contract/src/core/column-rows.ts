/** A table of a large response, with one value in each column for every row. */
export interface ColumnTable<Columns extends Readonly<Record<string, readonly unknown[]>> = Readonly<Record<string, readonly unknown[]>>> {
  readonly rows: number;
  readonly columns: Columns;
}

/** One row of a table of columns. */
export type RowOf<Table extends ColumnTable> = { readonly [Name in keyof Table['columns']]: Table['columns'][Name][number] };

/** The rows of a table of columns, each built on request. */
export interface ColumnRows<Row> extends Iterable<Row> {
  readonly length: number;
  /** Returns the row at an index from 0. @throws RangeError for an index without a row */
  at: (index: number) => Row;
}

/** Reads a table of columns by row. Nothing is copied: a row is built each time it is requested. */
export function rowsOf<Table extends ColumnTable>({ rows, columns }: Table): ColumnRows<RowOf<Table>> {
  const names = Object.keys(columns);
  const at = (index: number): RowOf<Table> => {
    if (!Number.isInteger(index) || index < 0 || index >= rows) throw new RangeError(`there is no row ${index} among ${rows}`);
    return Object.fromEntries(names.map((name) => [name, columns[name]?.[index]])) as RowOf<Table>;
  };
  return {
    length: rows,
    at,
    *[Symbol.iterator]() {
      for (let index = 0; index < rows; index++) yield at(index);
    },
  };
}
