import pg from 'pg';

interface Recorded {
  text: string;
  values: readonly unknown[];
}

function toLiteral(value: unknown): string {
  if (value === null || value === undefined) return 'NULL';
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (value instanceof Date) return pg.escapeLiteral(value.toISOString());
  if (Array.isArray(value)) return `'{${value.map((one) => (typeof one === 'string' ? JSON.stringify(one).replaceAll("'", "''") : String(one))).join(',')}}'`;
  return pg.escapeLiteral(typeof value === 'string' ? value : JSON.stringify(value));
}

/** A statement with its values in place, as psql takes it. */
export const toPsql = ({ text, values }: Recorded): string => `${text.replaceAll(/\$(\d+)/g, (_, number: string) => toLiteral(values[Number(number) - 1]))};`;
