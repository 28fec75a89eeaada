import { FORMS } from '@classwright/contract/lesson/live/forms';
import { ConfirmDialog } from '../../../../ui/plain/ConfirmDialog.tsx';
import { t } from '../../../../base/t.ts';
import { useLive, useModel, useStage } from '../use-live.ts';
import { Text } from '../../../../ui/plain/layout/layout.tsx';
import { AdjustTimeDialog } from '../parts.ts';
import type { OpenDialog } from './open-dialog.ts';

export interface LessonDialogsProps {
  dialog: OpenDialog | null;
  minutes: number;
  onClose: () => void;
  /** Called when the lesson was closed and its screen has nothing more to show. */
  onLeave: () => void;
}

/**
 * The confirmation dialogs of the lesson. If a call is refused, the reason appears in the snackbar and the dialog
 * closes.
 */
export function LessonDialogs({ dialog, minutes, onClose, onLeave }: LessonDialogsProps) {
  const { actions } = useLive();
  const stage = useStage();
  const own = useModel((model) => model.tally?.own_time);
  const missing = useModel(({ tally }) => Math.max(0, (tally?.of ?? 0) - (tally?.answered ?? 0)));
  if (!dialog) return null;
  const frame = { opened: true, onClose, width: 300 } as const;
  const ask = { ...frame, cancelLabel: t('teach.notYet') } as const;
  switch (dialog.is) {
    case 'time':
      return <AdjustTimeDialog onClose={onClose} />;
    case 'close':
      return (
        <ConfirmDialog
          {...frame}
          title={t('teach.sure')}
          confirmLabel={t('common.yes')}
          cancelLabel={t('common.no')}
          danger
          onConfirm={async () => {
            if (stage !== 'running' || (await actions.close())) onLeave();
          }}
        >
          <p>{t('teach.ask.close')}</p>
          {stage === 'running' && (
            <Text tone="dimmed" above={8}>
              {t('teach.askMore.close')}
            </Text>
          )}
        </ConfirmDialog>
      );
    case 'close-form':
      return (
        <ConfirmDialog
          {...ask}
          title={t('teach.ask.closeForm', { form: dialog.form })}
          confirmLabel={t('teach.closeForm', { form: dialog.form })}
          onConfirm={() => actions.closeForm(dialog.form)}
        >
          <Text tone="dimmed" above={8}>
            {missing === 0 ? t('teach.allAnswered') : t('teach.askMore.thinking', { count: missing })}
          </Text>
        </ConfirmDialog>
      );
    case 'end':
      return (
        <ConfirmDialog
          {...ask}
          title={t('teach.ask.end')}
          confirmLabel={t('teach.endAfter', { form: dialog.form })}
          danger
          onConfirm={() => actions.endAfter(dialog.form)}
        >
          <Text above={8}>{t(dialog.form === FORMS[0] ? 'teach.askMore.notAskedTwo' : 'teach.askMore.notAskedOne')}</Text>
          {own && (
            <Text tone="dimmed" above={8}>
              {t('teach.askMore.ownTime', { count: own.students })}
            </Text>
          )}
          <Text tone="dimmed" above={8}>
            {t('teach.askMore.finished')}
          </Text>
        </ConfirmDialog>
      );
    case 'commenting':
      return (
        <ConfirmDialog
          {...ask}
          title={t(dialog.enable ? 'teach.ask.commentingOn' : 'teach.ask.commentingOff')}
          confirmLabel={t(dialog.enable ? 'teach.enableCommenting' : 'teach.disableCommenting')}
          onConfirm={() => actions.setCommenting(dialog.enable)}
        />
      );
    case 'step': {
      const { action, opens } = dialog.step;
      return (
        <ConfirmDialog
          {...ask}
          title={t(`teach.ask.${action}`)}
          confirmLabel={opens ? t('teach.startForm', { form: opens }) : t('teach.finishLesson')}
          onConfirm={() => (action === 'activate' ? actions.activate(minutes) : actions.step(action, minutes))}
        >
          {dialog.closes && (
            <Text tone="dimmed" above={8}>
              {t('teach.askMore.closes', { form: dialog.closes })}
            </Text>
          )}
          {own && (
            <Text tone="dimmed" above={8}>
              {t('teach.askMore.ownTime', { count: own.students })}
            </Text>
          )}
          <Text tone="dimmed" above={8}>
            {opens ? t('teach.askMore.opens', { form: opens, minutes }) : t('teach.askMore.finished')}
          </Text>
        </ConfirmDialog>
      );
    }
  }
}
