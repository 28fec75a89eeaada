import { z } from 'zod';
import { packMessage } from '../../core/fields.ts';
import { asMessage } from '../../messages/translate.ts';

const CLASS_ROLES = ['TEACHER', 'STUDENT'] as const;
export type ClassRole = (typeof CLASS_ROLES)[number];
export const ClassRoleSchema = z.enum(CLASS_ROLES, {
  error: packMessage('validation.choice', { label: asMessage('invitation.field.role'), choices: CLASS_ROLES.join(', ') }),
});

/** 1: accepted; 0: pending. */
export const invitationStatus = z.enum(['0', '1'], {
  error: packMessage('validation.choice', { label: asMessage('invitation.field.status'), choices: '0, 1' }),
});
