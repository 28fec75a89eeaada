/** A group on the screen, in the order of its members. */
export interface ShownGroup {
  id: number;
  locked: boolean;
  account_ids: readonly number[];
}

/** The place where somebody is let go: on another person, in a group, or in a new group. */
export type Target = { is: 'person'; id: number } | { is: 'group'; id: number } | { is: 'new' };

const NEW_GROUP = 0;

/**
 * Returns the groups after somebody was let go: on a person of another group the two change places, in a group or a new
 * one the person joins it. A group without members goes. Null when nothing changes, or a locked group is concerned.
 */
export function moveTo(groups: readonly ShownGroup[], personId: number, target: Target): ShownGroup[] | null {
  const from = groups.find(({ account_ids }) => account_ids.includes(personId));
  if (!from || from.locked) return null;
  if (target.is === 'new') {
    if (from.account_ids.length === 1) return null;
    return [...without(groups, personId), { id: NEW_GROUP, locked: false, account_ids: [personId] }];
  }
  const to = groups.find(({ id, account_ids }) => (target.is === 'group' ? id === target.id : account_ids.includes(target.id)));
  if (!to || to === from || to.locked) return null;
  if (target.is === 'group')
    return without(groups, personId, to).map((group) => (group.id === to.id ? { ...group, account_ids: [...to.account_ids, personId] } : group));
  const swapped = new Map([
    [personId, target.id],
    [target.id, personId],
  ]);
  return groups.map((group) => ({ ...group, account_ids: group.account_ids.map((id) => swapped.get(id) ?? id) }));
}

function without(groups: readonly ShownGroup[], personId: number, kept?: ShownGroup): ShownGroup[] {
  return groups
    .map((group) => ({ ...group, account_ids: group.account_ids.filter((id) => id !== personId) }))
    .filter((group) => group.account_ids.length > 0 || group.id === kept?.id);
}
