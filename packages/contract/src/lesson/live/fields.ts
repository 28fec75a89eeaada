import { CONFIDENCES } from '@classwright/rules/live/confidence';
import { z } from 'zod';
import { id, packMessage } from '../../core/fields.ts';
import { FORMS } from './forms.ts';

export const assessmentId = id('Assessment');
export const byAssessment = z.object({ assessment_id: assessmentId });
export const Form = z.enum(FORMS, { error: packMessage('validation.choice', { label: 'Form', choices: FORMS.join(', ') }) });
/** The student’s confidence; null or left out: not said. */
export const confidence = z
  .enum(CONFIDENCES, { error: packMessage('validation.choice', { label: 'How sure you are', choices: CONFIDENCES.join(', ') }) })
  .nullish();
export const run = { resource: 'live-lessons', action: 'run' } as const;
export const see = { resource: 'live', action: 'view' } as const;
export const take = { resource: 'live-participation', action: 'view' } as const;
export const answer = { resource: 'live-participation', action: 'answer' } as const;
export const comment = { resource: 'live', action: 'comment' } as const;
