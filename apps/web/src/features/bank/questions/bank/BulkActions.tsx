import { useState, type ReactNode } from 'react';
import { queryClient } from '../../../../base/query-client.ts';
import { showSnack } from '../../../../base/snackbar.ts';
import { useUser } from '../../../../base/use-user.ts';
import type { Selected } from '../../../../ui/data-table/selection.ts';
import { Button } from '../../../../ui/plain/Button.tsx';
import { ConfirmDialog } from '../../../../ui/plain/ConfirmDialog.tsx';
import { errorText } from '../../../../ui/plain/error-text.ts';
import { IconArrowRight } from '../../../../ui/plain/icons.ts';
import { IconTags, IconTrash } from '../../../../ui/feature-icons/icons.ts';
import { changeQuestions } from '../calls.ts';
import { t } from '../../../../base/t.ts';
import { useApprover } from '../use-approver.ts';
import { type Tagging, TagDialog } from './TagDialog.tsx';

/** The server's limit for one call. */
const MOST = 300;
/** The maximum number of refusals listed one by one. */
const MOST_NAMED = 3;

type Changed = Awaited<ReturnType<typeof changeQuestions>>;

/** The actions for selected questions. */
export function BulkActions({ selection, renderTools }: { selection: Selected; renderTools: ((ids: readonly number[]) => ReactNode) | undefined }) {
  const { rights } = useUser();
  const { approver } = useApprover();
  const [asking, setAsking] = useState<'approve' | 'tag' | null>(null);
  const [pending, setPending] = useState(false);
  const ids = [...selection.keys].map(Number);
  if (ids.length > MOST) return <p>{t('bank.bulk.tooMany', { max: MOST })}</p>;

  const finish = (changed: Changed, undo?: () => Promise<string>) => {
    const { refused, done } = changed;
    const message = refused.length === 0 ? changed.message : t('bank.bulk.refused', { message: changed.message, reasons: reasonsOf(changed) });
    showSnack(message, { ...(refused.length > 0 && { color: 'amber', timeout: 0 }), ...(done.length > 0 && undo && { undo }) });
    selection.clear();
    renew();
  };
  /** Returns the function that undoes an action on these questions. */
  const undoing = (act: 'restore' | Tagging, done: readonly number[], tag?: string) => async () => {
    const back = await changeQuestions(act, done, tag);
    renew();
    return back.message;
  };
  const tag = async (act: Tagging, name: string) => {
    const changed = await changeQuestions(act, ids, name);
    finish(changed, undoing(act === 'tag' ? 'untag' : 'tag', changed.done, name));
  };
  const remove = async () => {
    setPending(true);
    try {
      const changed = await changeQuestions('archive', ids);
      finish(changed, undoing('restore', changed.done));
    } catch (failure) {
      showSnack(errorText(failure), { color: 'red', timeout: 10_000 });
    } finally {
      setPending(false);
    }
  };
  return (
    <>
      {renderTools?.(ids)}
      {(approver.canApprove || approver.canPublish) && (
        <Button size="s" icon={IconArrowRight} onClick={() => setAsking('approve')}>
          {t('bank.bulk.approve')}
        </Button>
      )}
      {rights.includes('questions:edit') && (
        <Button size="s" icon={IconTags} onClick={() => setAsking('tag')}>
          {t('bank.bulk.tag')}
        </Button>
      )}
      {rights.includes('questions:delete') && (
        <Button size="s" icon={IconTrash} pending={pending} onClick={() => void remove()}>
          {t('bank.action.delete')}
        </Button>
      )}
      {asking === 'tag' && <TagDialog count={ids.length} onClose={() => setAsking(null)} onTag={tag} />}
      {asking === 'approve' && (
        <ConfirmDialog
          opened
          width={500}
          title={t('bank.bulk.approveTitle')}
          cancelLabel={t('common.cancel')}
          confirmLabel={t('bank.bulk.approve')}
          onClose={() => setAsking(null)}
          onConfirm={async () => finish(await changeQuestions('approve', ids))}
        >
          <p>{t('bank.bulk.approveHint', { count: ids.length })}</p>
        </ConfirmDialog>
      )}
    </>
  );
}

const renew = () => {
  void queryClient.invalidateQueries({ queryKey: ['questions'] });
  void queryClient.invalidateQueries({ queryKey: ['choices', 'question-tags'] });
};

/** Returns the first refusals with their titles, and the number of further ones. */
function reasonsOf({ refused }: Changed): string {
  const named = refused.slice(0, MOST_NAMED).map(({ title, message }) => t('bank.bulk.refusal', { title: title || t('bank.untitled'), reason: message }));
  const others = refused.length - named.length;
  return [...named, ...(others > 0 ? [t('bank.bulk.andMore', { count: others })] : [])].join(' ');
}
