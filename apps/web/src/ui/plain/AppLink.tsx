import { useRouter } from '@tanstack/react-router';
import type { ComponentProps, MouseEvent } from 'react';
import { isOtherEntry } from '../../base/addresses.ts';

/** A link to an address including its query. Within the app it needs no page load; to the other entry it does. */
export function AppLink({ to, onClick, children, ...rest }: { to: string } & Omit<ComponentProps<'a'>, 'href' | 'ref'>) {
  const { history } = useRouter();
  const open = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey || event.button !== 0 || isOtherEntry(to)) return;
    event.preventDefault();
    history.push(to);
  };
  return (
    <a {...rest} href={to} onClick={open}>
      {children}
    </a>
  );
}
