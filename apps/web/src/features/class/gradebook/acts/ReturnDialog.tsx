import { useState } from 'react';
import { isApiError } from '../../../../base/api.ts';
import { TextArea } from '../../../../ui/form/index.ts';
import { returnPreviewed } from './calls.ts';
import { type ManyGradesProps, PreviewedDialog } from './PreviewedDialog.tsx';
import { t } from '../../../../base/t.ts';

/** A dialog that returns grades to students who do not have the current ones, with one message. */
export function ReturnDialog(props: ManyGradesProps) {
  const [message, setMessage] = useState('');
  const [fault, setFault] = useState<string | undefined>();
  return (
    <PreviewedDialog
      {...props}
      title={t('acts.return')}
      above={<p>{t('acts.returns')}</p>}
      below={
        <TextArea
          label={t('acts.message')}
          value={message}
          error={fault}
          rows={3}
          maxLength={5000}
          dir="auto"
          onChange={({ target }) => {
            setMessage(target.value);
            setFault(undefined);
          }}
        />
      }
      read={() => ({ kind: 'return' })}
      dependsOn=""
      looksAtOnce
      isDirty={message !== ''}
      heads={{ old: t('acts.seesNow'), new: t('acts.willSee') }}
      captionOf={({ count, changes }) =>
        t('acts.goesTo', {
          grades: t('acts.actCells', { count }),
          students: t('acts.countStudents', { count: new Set(changes.account_id).size }),
        })
      }
      submitLabelOf={({ count }) => t('acts.returnMany', { count })}
      nothing={t('acts.nothingToReturn')}
      pendingLabel={t('acts.returning')}
      apply={async (preview, key) => {
        setFault(message.trim() === '' ? t('submissions.messageRequired') : undefined);
        if (message.trim() === '') return null;
        try {
          return await returnPreviewed(props.courseId, message, preview, key);
        } catch (error) {
          if (!isApiError(error, 'VALIDATION_FAILED') || !error.errors['message']) throw error;
          setFault(error.errors['message'].join(' '));
          return null;
        }
      }}
    />
  );
}
