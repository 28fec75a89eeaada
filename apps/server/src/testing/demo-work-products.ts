import type pg from 'pg';

/** The work products of the demo's lessons take a processor some seconds: each start on a copy of that school would pay for them. */
export const leaveDemoWorkProducts = (client: pg.Client) =>
  client.query(`DELETE FROM jobs WHERE kind LIKE 'work-product%'; DELETE FROM work_products; DELETE FROM notifications WHERE kind = 'work-product'`);
