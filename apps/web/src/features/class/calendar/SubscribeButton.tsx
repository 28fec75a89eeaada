import { useQuery } from '@tanstack/react-query';
import { useUser } from '../../../base/use-user.ts';
import { Button } from '../../../ui/plain/Button.tsx';
import { IconLink } from '../../../ui/feature-icons/icons.ts';
import { t } from '../../../base/t.ts';
import { feedQuery } from './feed-query.ts';

/** Opens the dialog of the private address: for people who may make one, and for those who can still revoke an earlier one. */
export function SubscribeButton({ label, onOpen }: { label: string; onOpen: () => void }) {
  const mayMake = useUser().rights.includes('calendar:subscribe');
  const feed = useQuery({ ...feedQuery, enabled: !mayMake });
  if (!mayMake && !feed.data?.created_at) return null;
  return (
    <Button icon={IconLink} onClick={onOpen}>
      {mayMake ? label : t('calendar.feedAddress')}
    </Button>
  );
}
