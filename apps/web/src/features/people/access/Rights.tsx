import type { accessExplore } from '@classwright/contract/people/access/calls';
import type { CallResult } from '@classwright/contract/core/endpoint';
import type { UseQueryResult } from '@tanstack/react-query';
import { useState } from 'react';
import { CheckField } from '../../../ui/plain/Field.tsx';
import { Button } from '../../../ui/plain/Button.tsx';
import { Chip } from '../../../ui/plain/Chip.tsx';
import { IconBan, IconCircleCheck, IconUser } from '../../../ui/plain/icons.ts';
import { LoadFailed } from '../../../ui/plain/LoadFailed.tsx';
import { Notice } from '../../../ui/plain/Notice.tsx';
import { SkeletonText } from '../../../ui/plain/Skeleton.tsx';
import styles from './access.module.css';
import { t } from '../../../base/t.ts';
import { Why, type Subject } from './Why.tsx';

type Answer = CallResult<typeof accessExplore>;
type Resource = Answer['resources'][number];
type Action = Resource['actions'][number];

/** Shows every resource and action of a person or role, with the rows that grant it. */
export function Rights({ query: { data, error, isFetching, refetch }, subject }: { query: UseQueryResult<Answer>; subject: Subject }) {
  const [onlyAllowed, setOnlyAllowed] = useState(true);
  const [asked, setAsked] = useState<string | null>(null);
  if (!data) return error && !isFetching ? <LoadFailed error={error} onRetry={() => void refetch()} /> : <SkeletonText lines={8} />;
  const shown = data.resources
    .map((resource) => ({ resource, actions: resource.actions.filter((action) => (onlyAllowed ? action.allowed : isWorthShowing(action))) }))
    .filter(({ actions }) => actions.length > 0);
  return (
    <section aria-labelledby="rights" className={styles.part}>
      <h2 id="rights">{t('explorer.rights', { name: data.subject.name })}</h2>
      {!data.subject.is_active && <Notice hue="amber">{t('explorer.notActive')}</Notice>}
      <div className={styles.bar}>
        <span className={styles.chips}>
          {data.roles.length === 0 && <Chip>{t('explorer.noRole')}</Chip>}
          {data.roles.map(({ id, name, is_active }) => (
            <Chip key={id} hue={is_active ? 'violet' : 'gray'} icon={is_active ? IconUser : IconBan}>
              {is_active ? name : `${name}, ${t('explorer.switchedOff')}`}
            </Chip>
          ))}
        </span>
        <CheckField label={t('explorer.onlyAllowed')} checked={onlyAllowed} onChange={(event) => setOnlyAllowed(event.target.checked)} />
      </div>
      {shown.length === 0 ? (
        <p className={styles.nothing}>{t('explorer.nothing')}</p>
      ) : (
        <ul className={styles.resources}>
          {shown.map(({ resource, actions }) => (
            <li key={resource.id}>
              <h3>{resource.name}</h3>
              <ul>
                {actions.map((action) => {
                  const key = `${resource.id}:${action.id}`;
                  return (
                    <li key={key}>
                      <div className={styles.right}>
                        <Chip hue={action.allowed ? 'green' : 'gray'} icon={action.allowed ? IconCircleCheck : IconBan}>
                          {action.name}
                        </Chip>
                        <span className={styles.grants}>{action.grants.map(throughWhat).join('; ')}</span>
                        <Button
                          size="s"
                          variant="subtle"
                          aria-label={t('explorer.whyOf', { action: action.name, resource: resource.name })}
                          aria-expanded={asked === key}
                          onClick={() => setAsked(asked === key ? null : key)}
                        >
                          {t('explorer.why')}
                        </Button>
                      </div>
                      {asked === key && <Why subject={subject} resource_id={resource.id} action_id={action.id} />}
                    </li>
                  );
                })}
              </ul>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

/** Returns true for an action that some call asks for, or that some row would grant though no call asks for it. */
const isWorthShowing = ({ is_asked, grants }: Action): boolean => is_asked || grants.length > 0;

function throughWhat({ role_name, policy_name, is_active }: Action['grants'][number]): string {
  const words = t('explorer.grant', { role: role_name, policy: policy_name });
  return is_active ? words : `${words} (${t('explorer.switchedOff')})`;
}
