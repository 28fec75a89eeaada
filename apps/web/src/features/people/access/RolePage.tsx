import type { accessExplore, accessRoleRights, RightChange } from '@classwright/contract/people/access/calls';
import type { CallResult } from '@classwright/contract/core/endpoint';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../../base/api.ts';
import { showSnack } from '../../../base/snackbar.ts';
import { useUnsaved } from '../../../base/unsaved.ts';
import { useUser } from '../../../base/use-user.ts';
import { Button } from '../../../ui/plain/Button.tsx';
import { errorText } from '../../../ui/plain/error-text.ts';
import { IconCopy } from '../../../ui/feature-icons/icons.ts';
import { Notice } from '../../../ui/plain/Notice.tsx';
import { Grid, Row } from '../../../ui/plain/layout/layout.tsx';
import { CopyRoleDialog } from './CopyRoleDialog.tsx';
import { keyOf, RightsTable } from './RightsTable.tsx';
import styles from './role-page.module.css';
import { RolePeople } from './RolePeople.tsx';
import { t } from '../../../base/t.ts';

type Answer = CallResult<typeof accessExplore>;

interface RolePageProps {
  /** The rights of a role. */
  explored: Answer;
  onRole: (id: number) => void;
}

export { RoleLinks } from './RoleLinks.tsx';

/** The right to pass on rights that one does not hold. */
const GRANT_ALL = 'access:grant';

/** Shows a role's rights to check and uncheck, a button to copy it, and its people. */
export function RolePage({ explored, onRole }: RolePageProps) {
  const { id, name, may_change } = explored.subject;
  const { rights } = useUser();
  const queries = useQueryClient();
  const [draft, setDraft] = useState<ReadonlyMap<string, RightChange>>(new Map());
  const [saving, setSaving] = useState(false);
  const [copying, setCopying] = useState(false);
  const [error, setError] = useState<unknown>(null);
  useUnsaved(draft.size > 0);
  const has = (right: string) => rights.includes(right);
  const mayTake = may_change && has('resource-policies:edit');
  const mayGive = mayTake && has('policies:create') && has('resource-policies:create');
  const mayCopy = has('roles:create') && has('policies:create') && has('resource-policies:create');

  const send = async (changes: readonly RightChange[]) => {
    const answer = await api<typeof accessRoleRights>('PUT', '/access/roles/:id/rights', { params: { id }, body: { changes: [...changes] } });
    await queries.invalidateQueries({ queryKey: ['access'] });
    return answer;
  };
  const save = async () => {
    if (saving) return;
    setSaving(true);
    setError(null);
    try {
      const { message, changed } = await send([...draft.values()]);
      setDraft(new Map());
      const back = changed.map((change) => ({ ...change, allowed: !change.allowed }));
      showSnack(message, back.length > 0 ? { undo: async () => (await send(back)).message } : {});
    } catch (failure) {
      setError(failure); // the checked boxes stay
    } finally {
      setSaving(false);
    }
  };
  const turn = (change: RightChange, wasAllowed: boolean) => {
    const next = new Map(draft);
    if (change.allowed === wasAllowed) next.delete(keyOf(change));
    else next.set(keyOf(change), change);
    setDraft(next);
  };

  return (
    <>
      <section aria-labelledby="role-rights" className={styles.part}>
        <Row wrap gap={16} rowGap={8} justify="between">
          <h2 id="role-rights">{t('explorer.rights', { name })}</h2>
          {mayCopy && (
            <Button icon={IconCopy} onClick={() => setCopying(true)}>
              {t('rolePage.copy')}
            </Button>
          )}
        </Row>
        <p className={styles.about}>
          {may_change ? t('rolePage.about') : t('rolePage.shared')} {may_change && !has(GRANT_ALL) && t('rolePage.ownOnly')}
        </p>
        <RightsTable
          caption={t('explorer.rights', { name })}
          resources={explored.resources}
          draft={draft}
          isOpen={(right, allowed) => (allowed ? mayTake : mayGive && (has(GRANT_ALL) || has(right)))}
          busy={saving}
          onTurn={turn}
        />
        {(draft.size > 0 || error !== null) && (
          <Grid gap={8} above={8} bordered radius="lg" ground="raised" className={styles.foot}>
            {error !== null && <Notice>{errorText(error)}</Notice>}
            <Row gap={8} className={styles.actions}>
              <span role="status">{t('rolePage.changes', { count: draft.size })}</span>
              <Button
                disabled={saving}
                onClick={() => {
                  setDraft(new Map());
                  setError(null);
                }}
              >
                {t('rolePage.discard')}
              </Button>
              <Button variant="filled" pending={saving} disabled={draft.size === 0} onClick={() => void save()}>
                {t(saving ? 'common.saving' : 'common.save')}
              </Button>
            </Row>
          </Grid>
        )}
      </section>
      {has('account-roles:view') && <RolePeople roleId={id} />}
      {copying && <CopyRoleDialog role={{ id, name }} onClose={() => setCopying(false)} onMade={onRole} />}
    </>
  );
}
