import { CompiledQuery } from 'kysely';
import type { Db, Tx } from '../platform/database/index.ts';

/** A step of a plan, as PostgreSQL names its parts. */
export interface PlanNode {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Cond'?: string;
  /** Only of a statement that was run. */
  'Actual Rows'?: number;
  'Actual Loops'?: number;
  'Rows Removed by Filter'?: number;
  Plans?: PlanNode[];
}

/** Returns the steps of the plan of a recorded statement, with its values. With `isRun` it is run, and its rows are counted. */
export async function explain(
  db: Db | Tx,
  { text, values }: { text: string; values: readonly unknown[] },
  { isRun = false }: { isRun?: boolean } = {},
): Promise<PlanNode[]> {
  const asked = CompiledQuery.raw(`EXPLAIN (${isRun ? 'ANALYZE, ' : ''}FORMAT JSON) ${text}`, [...values]);
  const { rows } = await db.executeQuery<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(asked);
  return listNodes(rows[0]!['QUERY PLAN'][0].Plan);
}

const listNodes = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(listNodes)];

/** Counts the rows of a table that a plan has read. */
export const countRead = (nodes: readonly PlanNode[], table: string): number =>
  nodes
    .filter((node) => node['Relation Name'] === table)
    .reduce((sum, node) => sum + ((node['Actual Rows'] ?? 0) + (node['Rows Removed by Filter'] ?? 0)) * (node['Actual Loops'] ?? 0), 0);
