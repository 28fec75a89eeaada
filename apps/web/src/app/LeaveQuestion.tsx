import { useRouter } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { ConfirmDialog } from '../ui/plain/ConfirmDialog.tsx';
import { getSession } from '../base/session.ts';
import { t } from '../base/t.ts';
import { losesSomething } from '../base/unsaved.ts';

/**
 * While mounted, asks before typed text is lost: by Back, Forward and links in the app, and by the browser for a reload
 * and a closed tab.
 */
export function LeaveQuestion() {
  const { history } = useRouter();
  const [asking, setAsking] = useState(false);
  const decide = useRef<(stays: boolean) => void>(() => undefined);
  useEffect(
    () =>
      history.block({
        enableBeforeUnload: true,
        blockerFn: ({ currentLocation, nextLocation }) => {
          // a person who is signed out has to leave, and typed text cannot be saved any more
          if (!getSession() || !losesSomething(currentLocation.pathname, nextLocation.pathname)) return false;
          setAsking(true);
          decide.current(true);
          return new Promise<boolean>((resolve) => {
            decide.current = resolve;
          });
        },
      }),
    [history],
  );
  const end = (stays: boolean) => {
    setAsking(false);
    decide.current(stays);
  };
  return (
    <ConfirmDialog
      opened={asking}
      danger
      width={500}
      title={t('dialog.leave')}
      confirmLabel={t('dialog.discard')}
      cancelLabel={t('dialog.keepEditing')}
      onClose={() => end(true)}
      onConfirm={() => end(false)}
    >
      {t('dialog.unsavedLeave')}
    </ConfirmDialog>
  );
}
