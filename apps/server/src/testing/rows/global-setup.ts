import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { TestProject } from 'vitest/node';
import { type DeclaredRows, listDeclaredRows } from './declared-rows.ts';

declare module 'vitest' {
  interface ProvidedContext {
    declaredRows: DeclaredRows[];
  }
}

const root = fileURLToPath(new URL('../../../../../', import.meta.url)).replace(/\/$/, '');
const kept = join(root, 'node_modules', '.cache', 'declared-rows.json');

/**
 * Provides the declared results of raw statements for the check in each test file. They are read again when a source
 * has changed.
 */
export default function setup(project: TestProject): void {
  const state = readState();
  let known: { state: string; rows: DeclaredRows[] } | null = null;
  try {
    known = JSON.parse(readFileSync(kept, 'utf8'));
  } catch {} // nothing is kept yet
  if (known?.state !== state) {
    known = { state, rows: listDeclaredRows(root) };
    mkdirSync(join(root, 'node_modules', '.cache'), { recursive: true });
    writeFileSync(kept, JSON.stringify(known));
  }
  project.provide('declaredRows', known.rows);
}

function readState(): string {
  const hash = createHash('sha256').update('1');
  for (const folder of ['apps/server/src', 'packages'])
    for (const entry of readdirSync(join(root, folder), { recursive: true, withFileTypes: true })) {
      if (!entry.isFile() || !entry.name.endsWith('.ts') || entry.parentPath.includes('node_modules')) continue;
      const path = join(entry.parentPath, entry.name);
      const { mtimeMs, size } = statSync(path);
      hash.update(`${path} ${mtimeMs} ${size}\n`);
    }
  return hash.digest('hex');
}
