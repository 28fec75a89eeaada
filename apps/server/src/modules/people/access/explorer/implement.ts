import {
  accessCallers,
  accessExplore,
  accessOperations,
  accessWhy,
  contract,
  type Endpoint,
  type MessageKey,
  type Translate,
  addressOf,
  type GrantView,
  type OperationView,
} from '@classwright/contract';
import { computeWays, isSignedInRight, type Way } from '@classwright/rules/access/index';
import { appError, fieldError } from '../../../../platform/errors.ts';
import { implement, type Implementation } from '../../../../platform/http/index.ts';
import { toPagination } from '../../../../platform/lists.ts';
import { listCallers, listCallingRoles, loadTables, type NamedTables } from './queries.ts';
import { describeWhy } from './sentence.ts';
import { findSubject } from './subject.ts';
import { describeCall } from './describe-call.ts';

const nameIn = (rows: readonly { id: number; name: string }[], id: number): string => rows.find((row) => row.id === id)?.name ?? '';

function toGrantView(
  { account_role_id, role_id, policy_id, resource_policy_id, is_role_active, is_tie_active }: Way,
  { roles, policies }: NamedTables,
): GrantView {
  return {
    account_role_id,
    role_id,
    role_name: nameIn(roles, role_id),
    policy_id,
    policy_name: nameIn(policies, policy_id),
    resource_policy_id,
    is_active: is_role_active && is_tie_active,
  };
}

function toOperationView(endpoint: Endpoint, { resources, actions }: Pick<NamedTables, 'resources' | 'actions'>, t: Translate<MessageKey>): OperationView {
  const { name, method, access } = endpoint;
  const asked = typeof access === 'object' ? access : null;
  return {
    name,
    method,
    path: addressOf(endpoint),
    summary: describeCall(endpoint, t),
    access,
    resource_name: resources.find(({ key }) => key === asked?.resource)?.name ?? null,
    action_name: actions.find(({ key }) => key === asked?.action)?.name ?? null,
  };
}

const asked = new Set(contract.flatMap(({ access }) => (typeof access === 'object' ? [`${access.resource}:${access.action}`] : [])));

function getOperation(name: string): Endpoint {
  const operation = contract.find((endpoint) => endpoint.name === name);
  if (!operation) throw fieldError('operation', 'validation.id', { label: 'Operation' });
  return operation;
}

/** Returns who may make a call that no role restricts, or null for a call that needs a right. */
function openTo({ access }: Endpoint): 'signed-in' | 'public' | 'link' | 'client' | null {
  if (typeof access !== 'object') return access;
  return isSignedInRight(access.resource, access.action) ? 'signed-in' : null;
}

/**
 * Returns the resource and action that a call asks for. @throws NOT_FOUND when they no longer exist, so that nobody can
 * make the call
 */
function rowsOf({ access }: Endpoint, { resources, actions }: NamedTables): { resourceId: number; actionId: number } | null {
  if (typeof access !== 'object') return null;
  const resource = resources.find(({ key }) => key === access.resource);
  const action = actions.find(({ key }) => key === access.action);
  if (!resource || !action) throw appError('NOT_FOUND');
  return { resourceId: resource.id, actionId: action.id };
}

/** The policy explorer: lists every right of a person or role with its rows, and everyone who can make a call. */
export function implementExplorer({ t }: { t: Translate<MessageKey> }): Implementation[] {
  return [
    implement(accessExplore, async ({ tx, input, actor }) => {
      const tables = await loadTables(tx, actor.reach);
      const { held, ...subject } = await findSubject(tx, actor, input, tables);
      const ways = computeWays(held, tables);
      return {
        subject,
        roles: held.map(({ account_role_id, role_id, is_active }) => ({
          account_role_id,
          id: role_id,
          name: tables.roles.find(({ id }) => id === role_id)?.name ?? '',
          is_active,
        })),
        resources: tables.resources.map((resource) => ({
          ...resource,
          actions: tables.actions.map((action) => {
            const leading = ways.filter((way) => way.resource_id === resource.id && way.action_id === action.id);
            const hasKeys = resource.key !== null && action.key !== null;
            return {
              ...action,
              allowed:
                subject.is_active && hasKeys && (isSignedInRight(resource.key, action.key) || leading.some((way) => way.is_role_active && way.is_tie_active)),
              is_asked: asked.has(`${resource.key}:${action.key}`) || (resource.menu_group !== null && action.key === 'view'),
              grants: leading.map((way) => toGrantView(way, tables)),
            };
          }),
        })),
      };
    }),
    implement(accessOperations, async ({ tx, input, actor }) => {
      const tables = await loadTables(tx, actor.reach);
      const wanted = input.search_text.trim().toLowerCase();
      const operations = contract.map((endpoint) => toOperationView(endpoint, tables, t));
      return { data: operations.filter(({ name, path, summary, method }) => `${name} ${method} ${path} ${summary}`.toLowerCase().includes(wanted)) };
    }),
    implement(accessCallers, async ({ tx, input, actor }) => {
      const endpoint = getOperation(input.operation);
      const tables = await loadTables(tx, actor.reach);
      const operation = toOperationView(endpoint, tables, t);
      const { access } = endpoint;
      const everybody = openTo(endpoint);
      if (typeof access !== 'object' || everybody !== null) {
        const open = everybody ?? 'signed-in';
        return { operation, everybody: open, sentence: t(`access.why.${open}`), roles: [], data: [], pagination: toPagination(input, 0) };
      }
      const wanted = { ...access, reach: actor.reach, isForAllSchools: endpoint.reach === 'all' };
      const { rows, total } = await listCallers(tx, { ...wanted, searchText: input.search_text, page: input.page, per_page: input.per_page });
      const sentence = t('access.callers', {
        action: (operation.action_name ?? access.action).toLowerCase(),
        resource: operation.resource_name ?? access.resource,
      });
      return { operation, everybody: null, sentence, roles: await listCallingRoles(tx, wanted), data: rows, pagination: toPagination(input, total) };
    }),
    implement(accessWhy, async ({ tx, input, actor }) => {
      const tables = await loadTables(tx, actor.reach);
      const subject = await findSubject(tx, actor, input, tables);
      const endpoint = input.operation === undefined ? null : getOperation(input.operation);
      const rows = endpoint ? rowsOf(endpoint, tables) : { resourceId: input.resource_id ?? 0, actionId: input.action_id ?? 0 };
      if (!rows) {
        const access = endpoint?.access as 'signed-in' | 'public' | 'link' | 'client';
        const isOpen = subject.is_active || access !== 'signed-in';
        return { allowed: isOpen, sentence: t(isOpen ? `access.why.${access}` : 'access.why.accountInactive', { who: subject.name }), grants: [] };
      }
      if (!tables.resources.some(({ id }) => id === rows.resourceId)) throw fieldError('resource_id', 'validation.id', { label: 'Resource' });
      if (!tables.actions.some(({ id }) => id === rows.actionId)) throw fieldError('action_id', 'validation.id', { label: 'Action' });
      const { allowed, sentence, ways } = describeWhy(subject, rows.resourceId, rows.actionId, tables, t);
      const grants = ways.map((way) => toGrantView(way, tables));
      if (allowed && endpoint?.reach === 'all' && !subject.reaches_all)
        return { allowed: false, sentence: t('access.why.oneSchool', { who: subject.name }), grants };
      return { allowed, sentence, grants };
    }),
  ];
}
