import type { Db, Tx } from '../../../platform/database/index.ts';
import { appError } from '../../../platform/errors.ts';
import type { Reach } from '../../../platform/reach.ts';
import { findIncident, type IncidentRow, lockIncident } from './queries.ts';

/** Returns an incident within reach. @throws NOT_FOUND */
export async function requireIncident(db: Db | Tx, reach: Reach, id: number): Promise<IncidentRow> {
  const incident = await findIncident(db, reach, id);
  if (!incident) throw appError('NOT_FOUND');
  return incident;
}

/** Returns an incident within reach, and locks it. @throws NOT_FOUND */
export async function requireLocked(tx: Tx, reach: Reach, id: number): Promise<IncidentRow> {
  await requireIncident(tx, reach, id);
  await lockIncident(tx, id);
  return requireIncident(tx, reach, id);
}

/** Returns an open incident within reach, and locks it. @throws NOT_FOUND, INCIDENT_CLOSED */
export async function requireOpen(tx: Tx, reach: Reach, id: number): Promise<IncidentRow> {
  const incident = await requireLocked(tx, reach, id);
  if (incident.closed_at !== null) throw appError('INCIDENT_CLOSED');
  return incident;
}
