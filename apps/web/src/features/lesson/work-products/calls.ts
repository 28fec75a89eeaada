import type { unfinishedAssessments, workProductGenerate, workProductList, workProductMakeMany } from '@classwright/contract/lesson/work-products/calls';
import { api } from '../../../base/api.ts';

export const UNFINISHED_KEY = ['work-products', 'unfinished'];
export const PRODUCTS_KEY = ['work-products', 'list'];

export const listUnfinished = (signal: AbortSignal) =>
  api<typeof unfinishedAssessments>('GET', '/assessments-unfinished', { query: { per_page: 100 }, signal });

export const generate = (id: number) => api<typeof workProductGenerate>('POST', '/student/work/product/generate/individual', { body: { id } });

export const listProducts = (query: { assessment_id: number; page: number }, signal: AbortSignal) =>
  api<typeof workProductList>('GET', '/work-products', { query, signal });

export const makeMany = (body: { assessment_id: number; account_ids?: number[] }) =>
  api<typeof workProductMakeMany>('POST', '/work-products/make-many', { body });
