import type { ApiClientView, ApiReadView } from '@classwright/contract';
import { fullName } from '../../../people/accounts/index.ts';
import type { ClientRow, ReadRow } from './queries.ts';

export const toClientView = (row: ClientRow): ApiClientView => ({
  id: row.id,
  school_id: row.school_id,
  school_name: row.school_name,
  name: row.name,
  client_id: row.client_id,
  scopes: row.scopes,
  created_at: row.created_at.toISOString(),
  created_by: fullName(row),
  secret_set_at: row.secret_set_at.toISOString(),
  last_used_at: row.last_used_at?.toISOString() ?? null,
  revoked_at: row.revoked_at?.toISOString() ?? null,
  can_restore: row.can_restore,
});

export const toReadView = ({ id, at, method, operation, path, row_count, address }: ReadRow): ApiReadView => ({
  id,
  at: at.toISOString(),
  method,
  operation,
  path,
  rows: row_count,
  address,
});
