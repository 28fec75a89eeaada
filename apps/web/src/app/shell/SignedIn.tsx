import { useLocation } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useAccountChannel } from '../../base/account-channel.ts';
import { queryClient } from '../../base/query-client.ts';
import { confirmStore, offerToAsk } from '../../base/confirm.ts';
import { expiredStore, holdPageOnExpiry } from '../../base/session.ts';
import { refreshUser } from '../../base/own-account.ts';
import { useChunk } from '../../base/use-chunk.ts';
import { useStore } from '../../base/use-store.ts';
import { useUser } from '../../base/use-user.ts';
import { syncPreferences } from '../../base/preferences.ts';

const loadBegun = () => import('../../lesson/LessonBegun.tsx');
const loadConfirm = () => import('../../features/people/factors/index.ts');
const loadSignInAgain = () => import('../../features/people/sign-in/index.ts');

/**
 * The behavior of every signed-in page: listens to the account's channel and keeps menus and rights current. Shows
 * nothing, unless the sign-in has ended, or a call needs a confirmation of who the person is.
 */
export function SignedIn() {
  const { account_id } = useUser();
  const [begunId, setBegunId] = useState<number | null>(null);
  useAccountChannel(account_id, () => void queryClient.invalidateQueries({ queryKey: ['lessons'] }), setBegunId);
  const begun = useChunk(loadBegun, begunId !== null);
  const { pathname } = useLocation();
  // rights can change while a person is signed in: their menu is updated on the next page
  useEffect(() => void refreshUser(), [pathname]);
  useEffect(() => {
    const onVisible = () => document.visibilityState === 'visible' && void refreshUser();
    document.addEventListener('visibilitychange', onVisible);
    return () => document.removeEventListener('visibilitychange', onVisible);
  }, []);
  useEffect(() => {
    const exchange = () => void syncPreferences();
    exchange();
    addEventListener('online', exchange);
    return () => removeEventListener('online', exchange);
  }, [account_id]);
  useEffect(holdPageOnExpiry, []);
  useEffect(offerToAsk, []);
  const expired = useStore(expiredStore);
  const asked = useStore(confirmStore);
  const again = useChunk(loadSignInAgain, expired !== null);
  const question = useChunk(loadConfirm, asked !== null);
  if (expired && again) return <again.SignInAgain session={expired} />;
  if (asked && question) return <question.ConfirmAgain answer={asked.answer} />;
  return begunId !== null && begun ? <begun.LessonBegun key={begunId} assessmentId={begunId} /> : null;
}
