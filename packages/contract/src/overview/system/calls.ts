import { z } from 'zod';
import { endpoint } from '../../core/endpoint.ts';
import { DUTIES, DUTY_STATES, type DutyId, REMEDIES } from './duties.ts';

const DutyView = z.object({
  id: z.enum(Object.keys(DUTIES) as [DutyId, ...DutyId[]]),
  state: z.enum(DUTY_STATES),
  /** The sentences that say how to get from `todo` to `done`; empty in the other states. */
  remedies: z.array(z.enum(REMEDIES)),
});
export type DutyView = z.infer<typeof DutyView>;

const SystemView = z.object({
  /** False for a trial, a demo or a developer’s start, where the duties do not matter yet. */
  is_production: z.boolean(),
  /** Every duty, in the order of its declaration. */
  duties: z.array(DutyView),
});
export type SystemView = z.infer<typeof SystemView>;

export const systemGet = endpoint({
  name: 'system.get',
  method: 'GET',
  path: '/system',
  access: { resource: 'system', action: 'view' },
  reach: 'all',
  summary: 'The duties of those who run the installation, and which of them the server sees are done',
  response: SystemView,
  errors: ['SHARED_BY_SCHOOLS'],
  readOnly: true,
});
