import type pg from 'pg';

/**
 * Deletes the work products of the demo's lessons and their jobs: each start on a copy of that school would spend some
 * seconds of a processor on them.
 */
export const deleteDemoWorkProducts = (client: pg.Client) =>
  client.query(`DELETE FROM jobs WHERE kind LIKE 'work-product%'; DELETE FROM work_products; DELETE FROM notifications WHERE kind = 'work-product'`);
