import type { accessExplore, RightChange } from '@classwright/contract/people/access/calls';
import type { CallResult } from '@classwright/contract/core/endpoint';
import styles from './role-page.module.css';
import { t } from '../../../base/t.ts';

type Resource = CallResult<typeof accessExplore>['resources'][number];
type Action = Resource['actions'][number];

interface RightsTableProps {
  caption: string;
  resources: readonly Resource[];
  draft: ReadonlyMap<string, RightChange>;
  /** Returns true when this person may change a right from its current state. */
  isOpen: (right: string, allowed: boolean) => boolean;
  busy: boolean;
  onTurn: (change: RightChange, wasAllowed: boolean) => void;
}

export const keyOf = ({ resource_id, action_id }: Pick<RightChange, 'resource_id' | 'action_id'>): string => `${resource_id}:${action_id}`;

/** The actions of nearly every resource, each with its own column. Rare ones share the last column. */
const COLUMNS = ['view', 'create', 'edit', 'delete'];
const isShown = ({ is_asked, grants }: Action): boolean => is_asked || grants.length > 0;

/**
 * Shows a table of resources × actions with a checkbox each. On a phone each resource is a block with its checkboxes in
 * a row.
 */
export function RightsTable({ caption, resources, draft, isOpen, busy, onTurn }: RightsTableProps) {
  const shown = resources.map((resource) => ({ resource, actions: resource.actions.filter(isShown) })).filter(({ actions }) => actions.length > 0);
  const named = COLUMNS.map((key) => resources[0]?.actions.find((action) => action.key === key)).filter((action) => action !== undefined);
  const box = (resource: Resource, action: Action) => {
    const change = { resource_id: resource.id, action_id: action.id };
    const right = `${resource.key}:${action.key}`;
    // a right of every signed-in person: no row grants it, and none removes it
    const isEverybodys = action.allowed && action.grants.length === 0;
    const allowed = draft.get(keyOf(change))?.allowed ?? action.allowed;
    return (
      <label key={action.id} className={styles.box} data-changed={draft.has(keyOf(change)) || undefined}>
        <input
          type="checkbox"
          aria-label={`${action.name}: ${resource.name}${isEverybodys ? `, ${t('rolePage.everybody')}` : ''}`}
          checked={allowed}
          disabled={busy || isEverybodys || !isOpen(right, action.allowed)}
          onChange={(event) => onTurn({ ...change, allowed: event.target.checked }, action.allowed)}
        />
        <span>{action.name}</span>
      </label>
    );
  };
  return (
    <div className={styles.frame}>
      <table className={styles.table} aria-label={caption}>
        <thead>
          <tr>
            <th scope="col">{t('rolePage.resource')}</th>
            {named.map(({ id, name }) => (
              <th key={id} scope="col">
                {name}
              </th>
            ))}
            <th scope="col">{t('rolePage.others')}</th>
          </tr>
        </thead>
        <tbody>
          {shown.map(({ resource, actions }) => (
            <tr key={resource.id}>
              <th scope="row" dir="auto">
                {resource.name}
              </th>
              {named.map(({ id }) => {
                const action = actions.find((one) => one.id === id);
                return <td key={id}>{action && box(resource, action)}</td>;
              })}
              <td className={styles.others}>{actions.filter(({ key }) => !COLUMNS.includes(key ?? '')).map((action) => box(resource, action))}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
