import { useRouter } from '@tanstack/react-router';
import type { ComponentProps, MouseEvent } from 'react';
import { isOtherEntry } from '../../base/addresses.ts';

/** A link to an address with everything behind "?": within the app without a page load, to the other entry with one. */
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
