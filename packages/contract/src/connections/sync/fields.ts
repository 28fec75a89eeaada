import { z } from 'zod';
import { id } from '../../core/fields.ts';
import { asMessage } from '../../messages/translate.ts';

export const Id = z.number().int();

/** The school. It defaults to the caller's own; an administrator without a school must choose one. */
export const inSchool = { school_id: id(asMessage('sync.school')).optional() };

export const run = { resource: 'classroom-sync', action: 'run' } as const;
export const view = { resource: 'classroom-sync', action: 'view' } as const;
export const administer = { resource: 'classroom-sync', action: 'edit' } as const;
export const cannotRun = ['SYNC_NOT_SET_UP', 'SYNC_NOT_CONNECTED', 'SYNC_WITHDRAWN', 'SYNC_SCOPE_MISSING', 'SYNC_BLOCKED'] as const;
export const courseParams = z.object({ id: id(asMessage('sync.class')) });
export const solved = z.object({ message: z.string(), ids: z.array(Id), refused: z.array(z.object({ id: Id, name: z.string(), message: z.string() })) });
