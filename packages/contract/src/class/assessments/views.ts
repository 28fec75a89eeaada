import { FORMS } from '@classwright/rules/live/forms';
import { z } from 'zod';
import { RichTextView } from '../../rich-text.ts';

const Id = z.number().int();
export const FormName = z.enum(FORMS);

export const ResourceView = z.object({ name: z.string(), url: z.string(), mime_type: z.string() });

const choice = { id: Id, position: z.number().int(), /** The text that the student chooses; `$…$` is a formula. */ response: z.string() };

/** A question as students see it while it is open: cannot contain validity, points or reasoning. */
export const StudentQuestionView = z.object({
  id: Id,
  title: z.string(),
  description: RichTextView,
  resources: z.array(ResourceView),
  responses: z.array(z.object(choice)),
});
export type StudentQuestionView = z.infer<typeof StudentQuestionView>;

/** After correctness is revealed or the session is finished: which response is right, and what each stands for. */
export const RevealedQuestionView = StudentQuestionView.extend({
  responses: z.array(z.object({ ...choice, is_valid: z.boolean().optional(), description: RichTextView.optional() })),
});
export type RevealedQuestionView = z.infer<typeof RevealedQuestionView>;

export const StaffQuestionView = StudentQuestionView.extend({
  responses: z.array(z.object({ ...choice, is_valid: z.boolean(), description: RichTextView, match_label: z.string() })),
});
export type StaffQuestionView = z.infer<typeof StaffQuestionView>;

export const ScheduleView = z.object({ schedule_date: z.string().nullable(), start_time: z.string().nullable(), end_time: z.string().nullable() });
