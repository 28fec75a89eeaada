import pg from 'pg';

interface Recorded {
  text: string;
  values: readonly unknown[];
}

const toHex = (bytes: Buffer): string => `\\x${bytes.toString('hex')}`;

/** Returns a value as an element of an array's text, quoted. */
function toElement(value: unknown): string {
  if (Buffer.isBuffer(value)) return JSON.stringify(toHex(value));
  return typeof value === 'string' ? JSON.stringify(value).replaceAll("'", "''") : String(value);
}

function toLiteral(value: unknown): string {
  if (value === null || value === undefined) return 'NULL';
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (value instanceof Date) return pg.escapeLiteral(value.toISOString());
  if (Array.isArray(value)) return `'{${value.map(toElement).join(',')}}'`;
  if (Buffer.isBuffer(value)) return `'${toHex(value)}'`;
  return pg.escapeLiteral(typeof value === 'string' ? value : JSON.stringify(value));
}

/** Returns a statement with its values in place, as psql takes it. */
export const toPsql = ({ text, values }: Recorded): string => `${text.replaceAll(/\$(\d+)/g, (_, number: string) => toLiteral(values[Number(number) - 1]))};`;
