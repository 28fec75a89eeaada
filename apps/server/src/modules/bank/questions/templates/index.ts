import { asMessage, templateCreate, templateDelete, templateList, type TemplateView } from '@classwright/contract';
import { findPartProblems } from '@classwright/rules/questions/index';
import { audit } from '../../../../platform/audit/index.ts';
import { appError, fieldError } from '../../../../platform/errors.ts';
import { type Actor, can, implement, type Implementation } from '../../../../platform/http/index.ts';
import { toPagination } from '../../../../platform/lists.ts';
import type { BankDependencies } from '../dependencies.ts';
import { toFieldErrors, withPoints } from '../form.ts';
import { scoreParts } from '../service.ts';
import { deleteTemplate, findTemplate, insertTemplate, isProtocol, listTemplates, type TemplateReach, type TemplateRow } from './queries.ts';

/**
 * Implements templates: responses without their texts, rubrics and criteria. People who may not know keys see only
 * their own.
 */
export function implementTemplates({ t }: Pick<BankDependencies, 't'>): Implementation[] {
  return [
    implement(templateList, async ({ tx, actor, input }) => {
      const reach = reachOf(actor);
      const page = { searchText: input.search_text, limit: input.per_page, offset: (input.page - 1) * input.per_page };
      const { rows, total } = await listTemplates(tx, reach, page);
      const data = rows.map((row) => toView(row, reach));
      return { data, templates: data, pagination: toPagination(input, total) };
    }),
    implement(templateCreate, async ({ tx, actor, input, requestId }) => {
      const problems = findPartProblems(
        { ...input.rubric, responses: input.rubric.responses.map((response) => ({ ...response, hasText: false })) },
        { withTexts: false },
      );
      if (problems.length > 0) throw toFieldErrors(problems.map((problem) => ({ ...problem, field: `rubric.${problem.field}` })));
      const protocolId = input.protocol_id ?? null;
      if (protocolId !== null && !(await isProtocol(tx, protocolId, actor.reach)))
        throw fieldError('protocol_id', 'question.unknownReference', { label: asMessage('template.field.protocol_id') });
      const { name, description } = input;
      const id = await insertTemplate(tx, {
        accountId: actor.accountId,
        schoolId: actor.schoolId,
        name,
        description,
        protocolId,
        rubric: toRubric(input.rubric),
      });
      await audit(tx, actor, { action: templateCreate.name, subjectType: 'template', subjectId: id, after: { name, description }, requestId });
      const reach = reachOf(actor);
      const template = toView((await findTemplate(tx, reach, id)) as TemplateRow, reach);
      return { template, data: template, message: t('template.created') };
    }),
    implement(templateDelete, async ({ tx, actor, input, requestId }) => {
      const reach = reachOf(actor);
      const row = await findTemplate(tx, reach, input.id);
      if (!row) throw appError('NOT_FOUND');
      if (!mayDelete(row, reach)) throw appError('NOT_ALLOWED');
      await deleteTemplate(tx, row.id);
      await audit(tx, actor, {
        action: templateDelete.name,
        subjectType: 'template',
        subjectId: row.id,
        before: { name: row.name, description: row.description },
        requestId,
      });
      return { id: row.id, message: t('template.deleted') };
    }),
  ];
}

function reachOf(actor: Actor): TemplateReach {
  return { accountId: actor.accountId, schoolId: actor.schoolId, isAdmin: actor.isAdmin, isStaff: can(actor, 'question-keys', 'view') };
}

const mayDelete = ({ account_id }: TemplateRow, { accountId, isAdmin: isAny }: TemplateReach): boolean => isAny || account_id === accountId;

function toView({ first_name, last_name, created_at, ...row }: TemplateRow, reach: TemplateReach): TemplateView {
  return {
    ...row,
    full_name: `${first_name} ${last_name}`.trim(),
    created_at: created_at.toISOString(),
    may_delete: mayDelete({ first_name, last_name, created_at, ...row }, reach),
  };
}

/** Removes the texts of the responses; points and grades follow from the rubrics. */
function toRubric(given: Parameters<typeof withPoints>[0]): TemplateView['rubric'] {
  const parts = withPoints(given);
  const { points, open_response } = scoreParts(parts);
  return {
    responses: parts.responses.map(({ title, match_label = '', is_valid }, index) => ({
      title,
      match_label,
      is_valid: is_valid ?? false,
      sub_grade: points[index] ?? null,
    })),
    rubrics: parts.rubrics,
    open_response,
  };
}
