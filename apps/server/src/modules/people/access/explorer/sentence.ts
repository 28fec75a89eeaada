import type { MessageKey, Translate } from '@classwright/contract';
import { type Explanation, explainRight, isSignedInRight, type Obstacle, type Way } from '@classwright/rules/access/index';
import type { NamedTables } from './queries.ts';
import type { Subject } from './subject.ts';

const SENTENCES: Readonly<Record<Obstacle, MessageKey>> = {
  'no-key': 'access.why.noKey',
  'role-inactive': 'access.why.roleInactive',
  'tie-inactive': 'access.why.tieInactive',
  'both-inactive': 'access.why.bothInactive',
  'not-tied': 'access.why.notTied',
  'no-policy': 'access.why.noPolicy',
  'no-role': 'access.why.noRole',
};

export interface Why {
  allowed: boolean;
  sentence: string;
  ways: Way[];
}

/** Explains in one line why someone may or may not take an action on a resource. */
export function describeWhy(subject: Subject, resourceId: number, actionId: number, tables: NamedTables, t: Translate<MessageKey>): Why {
  const explanation = explainRight(subject.held, resourceId, actionId, tables);
  const ways = explanation.isAllowed ? explanation.ways : explanation.nearest ? [explanation.nearest] : [];
  const params = { who: subject.name, ...namesOf(explanation, ways[0], resourceId, actionId, tables) };
  if (!subject.is_active) return { allowed: false, sentence: t('access.why.accountInactive', params), ways };
  const keyIn = (rows: readonly { id: number; key: string | null }[], id: number) => rows.find((row) => row.id === id)?.key ?? null;
  if (isSignedInRight(keyIn(tables.resources, resourceId), keyIn(tables.actions, actionId)))
    return { allowed: true, sentence: t('access.why.signed-in'), ways };
  if (!explanation.isAllowed) return { allowed: false, sentence: t(SENTENCES[explanation.obstacle], params), ways };
  const sentence = t('access.why.granted', params);
  return { allowed: true, sentence: ways.length > 1 ? t('access.why.more', { sentence, count: ways.length - 1 }) : sentence, ways };
}

function namesOf(
  explanation: Explanation,
  way: Way | undefined,
  resourceId: number,
  actionId: number,
  { roles, policies, resources, actions }: NamedTables,
): Record<string, string> {
  const untied = explanation.isAllowed ? null : explanation.policy;
  const nameIn = (rows: readonly { id: number; name: string }[], id: number | undefined): string => rows.find((row) => row.id === id)?.name ?? '';
  return {
    resource: nameIn(resources, resourceId),
    action: nameIn(actions, actionId).toLowerCase(),
    role: nameIn(roles, way?.role_id ?? untied?.role_id),
    policy: nameIn(policies, way?.policy_id ?? untied?.id),
  };
}
