import { z } from 'zod';
import { AssessmentRowView } from '../../class/assessments/calls.ts';
import { endpoint } from '../../core/endpoint.ts';
import { id, pageQuery, Pagination } from '../../core/fields.ts';
import { asMessage } from '../../messages/translate.ts';

/** The maximum number of products that are recreated in one call. */
export const MAX_PRODUCTS_PER_CALL = 300;

const Id = z.number().int();
/** `waiting`: it is being made. `missing`: it could not be made, or nobody has requested it. */
const State = z.enum(['waiting', 'made', 'missing']);

/** A student's document from one finished lesson. */
export const WorkProductView = z.object({
  id: Id,
  assessment_id: Id,
  /** The title of the lesson. */
  title: z.string(),
  account_id: Id,
  /** The name of the student. */
  name: z.string(),
  state: State,
  made_at: z.string().nullable(),
  /**
   * The address of the PDF for the next hour or two; null while there is none. An older one is available until the
   * newer is made.
   */
  url: z.string().nullable(),
});
export type WorkProductView = z.infer<typeof WorkProductView>;

/**
 * An unfinished assessment. For a student: a finished lesson whose work product does not exist yet, with its state. For
 * a teacher: an assessment that can still be run, with all fields of the list of assessments.
 */
const UnfinishedAssessmentView = AssessmentRowView.partial().extend({ assessment_id: Id, title: z.string(), state: State.optional() });
export type UnfinishedAssessmentView = z.infer<typeof UnfinishedAssessmentView>;

const label = asMessage('workProduct.assessment');
const may = (action: 'view' | 'create') => ({ resource: 'work-products', action });
const generated = z.object({ work_product: WorkProductView, message: z.string() });
const generate = {
  access: may('create'),
  response: generated,
  errors: ['WORK_PRODUCT_NOT_FOUND', 'WORK_PRODUCT_FAILED'],
  cost: 20,
  ownTransaction: true,
} as const;
const byId = z.object({ id: id(label) });

export const unfinishedAssessments = endpoint({
  name: 'workProduct.unfinished',
  method: 'GET',
  path: '/assessments-unfinished',
  access: may('view'),
  summary:
    'The finished assessments of this student that have no work product yet, newest first; for staff their own that can still be run, all of them for Admin',
  query: pageQuery.extend({ search_text: z.string().max(200).default('') }),
  response: z.object({ data: z.array(UnfinishedAssessmentView), assessments: z.array(UnfinishedAssessmentView), pagination: Pagination }),
  brief: z.object({ data: z.array(UnfinishedAssessmentView), pagination: Pagination }),
  errors: [],
  readOnly: true,
});

export const workProductGenerate = endpoint({
  ...generate,
  name: 'workProduct.generate',
  method: 'POST',
  path: '/student/work/product/generate/individual',
  summary: 'Makes this student’s work product of a finished assessment again, and waits for it unless many are being made',
  body: byId,
});

export const workProductGenerateByGet = endpoint({
  ...generate,
  name: 'workProduct.generate.get',
  method: 'GET',
  path: '/student/work/product/generate/individual',
  summary: 'Makes the PDF of a work product, for clients that can only GET',
  query: byId,
});

export const workProductRegenerate = endpoint({
  ...generate,
  name: 'workProduct.regenerate',
  method: 'POST',
  path: '/regenerate/work/product/:id',
  summary: 'Makes this student’s work product of the assessment with this id again',
  params: byId,
});

export const workProductRegenerateByGet = endpoint({
  ...generate,
  name: 'workProduct.regenerate.get',
  method: 'GET',
  path: '/regenerate/work/product/:id',
  summary: 'Makes the PDF of a work product again, for clients that can only GET',
  params: byId,
});

export const workProductList = endpoint({
  name: 'workProduct.list',
  method: 'GET',
  path: '/work-products',
  access: may('view'),
  summary: 'Work products of a finished assessment by name: for its class’s staff those of all students, for a student the own one',
  query: pageQuery.extend({ assessment_id: id(label) }),
  response: z.object({
    data: z.array(WorkProductView),
    pagination: Pagination,
    /** The number still being made, and the number missing. */
    waiting: z.number().int(),
    missing: z.number().int(),
  }),
  errors: ['ASSESSMENT_NOT_FOUND'],
  readOnly: true,
});

export const workProductGet = endpoint({
  name: 'workProduct.get',
  method: 'GET',
  path: '/work-products/:id',
  access: may('view'),
  summary: 'One work product, for its student and the staff of the class',
  params: z.object({ id: id(asMessage('workProduct.name')) }),
  response: z.object({ work_product: WorkProductView }),
  errors: ['WORK_PRODUCT_NOT_FOUND'],
  readOnly: true,
});

export const workProductMakeMany = endpoint({
  name: 'workProduct.makeMany',
  method: 'POST',
  path: '/work-products/make-many',
  access: may('create'),
  summary: 'Has work products of an assessment made again, one after the other: those of all its students, or of some; for the staff of the class',
  body: z.object({
    assessment_id: id(label),
    account_ids: z
      .array(id(asMessage('workProduct.student')))
      .max(MAX_PRODUCTS_PER_CALL)
      .optional(),
  }),
  response: z.object({ message: z.string(), count: z.number().int() }),
  errors: ['ASSESSMENT_NOT_FOUND', 'NOT_ALLOWED'],
  cost: 5,
});
