import { useState } from 'react';
import { isApiError } from '../../../base/api.ts';
import { queryClient } from '../../../base/query-client.ts';
import { randomId } from '../../../base/random-id.ts';
import { showSnack } from '../../../base/snackbar.ts';
import { errorText } from '../../../ui/plain/error-text.ts';
import { TextField } from '../../../ui/plain/Field.tsx';
import { FormDialog } from '../../../ui/plain/FormDialog.tsx';
import { Notice } from '../../../ui/plain/Notice.tsx';
import { Grid } from '../../../ui/plain/layout/layout.tsx';
import { givePoints, POINTS, undoGift } from './calls.ts';
import { t } from '../../../base/t.ts';

interface GiveDialogProps {
  courseId: number;
  accountIds: number[];
  /** The name of the only recipient; null for several. */
  name: string | null;
  onClose: () => void;
  onGiven: () => void;
}

const USUAL_POINTS = '5';

/** The dialog that gives points to students with a reason that they can read. */
export function GiveDialog({ courseId, accountIds, name, onClose, onGiven }: GiveDialogProps) {
  const [points, setPoints] = useState(USUAL_POINTS);
  const [reason, setReason] = useState('');
  const [failure, setFailure] = useState<unknown>(null);
  // The key is the same for the same text, so that a repeat gives points once.
  const [key, setKey] = useState(randomId);
  const faultOf = (field: string): string | undefined => (isApiError(failure) ? failure.errors[field]?.join(' ') : undefined);
  const isOfField = isApiError(failure) && ['points', 'reason'].some((field) => field in failure.errors);
  const give = async () => {
    try {
      const done = await givePoints({ course_id: courseId, account_ids: accountIds, points: Number(points), reason }, key);
      await queryClient.invalidateQueries({ queryKey: [POINTS] });
      showSnack(done.message, { undo: () => undoGift(done.id) });
      onGiven();
      return true;
    } catch (error) {
      setFailure(error);
      return false;
    }
  };
  const typed = (set: (value: string) => void) => (value: string) => {
    set(value);
    setKey(randomId());
    setFailure(null);
  };
  return (
    <FormDialog
      opened
      title={name === null ? t('rewards.giveTitle', { count: accountIds.length }) : t('rewards.giveTo', { name })}
      submitLabel={t('rewards.give')}
      dirty={reason !== '' || points !== USUAL_POINTS}
      onClose={onClose}
      onSubmit={give}
      error={failure !== null && !isOfField ? <Notice>{faultOf('account_ids') ?? errorText(failure)}</Notice> : undefined}
    >
      <Grid gap={16}>
        <TextField
          label={t('rewards.pointsEach')}
          inputMode="numeric"
          maxLength={3}
          value={points}
          error={faultOf('points')}
          onChange={({ target }) => typed(setPoints)(target.value)}
        />
        <TextField
          label={t('rewards.reason')}
          description={t('rewards.reasonHint')}
          maxLength={200}
          autoComplete="off"
          value={reason}
          error={faultOf('reason')}
          onChange={({ target }) => typed(setReason)(target.value)}
        />
      </Grid>
    </FormDialog>
  );
}
