import { QUESTION_LIMITS } from '@classwright/rules/questions/limits';
import { z } from 'zod';
import { endpoint } from '../../core/endpoint.ts';
import { id, longText, packMessage, pageQuery, Pagination, text } from '../../core/fields.ts';
import { asMessage } from '../../messages/translate.ts';
import { questionParts } from './input.ts';
import { CriterionView, RubricRowView } from './views.ts';

/** The responses of a template: those of a question without their texts. */
const TemplateResponseView = z.object({ title: z.string(), match_label: z.string(), is_valid: z.boolean(), sub_grade: z.number().nullable() });

export const TemplateView = z.object({
  id: z.number().int(),
  name: z.string(),
  description: z.string(),
  protocol_id: z.number().int().nullable(),
  protocol_name: z.string().nullable(),
  rubric: z.object({ responses: z.array(TemplateResponseView), rubrics: z.array(RubricRowView), open_response: z.array(CriterionView) }),
  account_id: z.number().int(),
  full_name: z.string(),
  status: z.number().int(),
  created_at: z.string(),
  /** True when the reader may delete it. */
  may_delete: z.boolean(),
});
export type TemplateView = z.infer<typeof TemplateView>;

const label = (name: string): string => asMessage(`template.field.${name}`);
const view = { resource: 'question-templates', action: 'view' } as const;

export const templateList = endpoint({
  name: 'template.list',
  method: 'GET',
  path: '/assessment-templates',
  access: view,
  summary: 'Templates that questions and assessments can be started from: one’s own, and for staff those of their school',
  query: pageQuery.extend({ search_text: z.string().trim().max(200).default(''), per_page: pageQuery.shape.per_page.default(100) }),
  response: z.object({ data: z.array(TemplateView), templates: z.array(TemplateView), pagination: Pagination }),
  brief: z.object({ data: z.array(TemplateView), pagination: Pagination }),
  errors: [],
  readOnly: true,
});

export const templateCreate = endpoint({
  name: 'template.create',
  method: 'POST',
  path: '/assessment-templates',
  access: { resource: 'question-templates', action: 'create' },
  summary: 'Save responses, rubrics and criteria as a template; its status is always 0',
  body: z.object({
    name: text({ label: label('name'), max: QUESTION_LIMITS.templateNameCharacters }),
    description: longText({ label: label('description'), max: QUESTION_LIMITS.templateDescriptionCharacters }),
    protocol_id: z
      .union([z.literal(['', null]).transform(() => null), id(label('protocol_id'))], { error: packMessage('validation.id', { label: label('protocol_id') }) })
      .optional(),
    rubric: z.object(questionParts, { error: packMessage('validation.required', { label: label('rubric') }) }),
  }),
  response: z.object({ template: TemplateView, data: TemplateView, message: z.string() }),
  errors: [],
  successStatus: 201,
  bodyLimitBytes: 1024 * 1024,
});

export const templateDelete = endpoint({
  name: 'template.delete',
  method: 'DELETE',
  path: '/assessment-templates/:id',
  access: { resource: 'question-templates', action: 'delete' },
  summary: 'Delete a template of one’s own; an Admin deletes any',
  params: z.object({ id: id(asMessage('template.thing')) }),
  response: z.object({ id: z.number().int(), message: z.string() }),
  errors: [],
});
