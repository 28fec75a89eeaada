import { Link } from '@tanstack/react-router';
import type { ComponentProps } from 'react';
import { isOtherEntry } from '../../base/addresses.ts';

/** A link in a menu. Within the app it needs no page load; to the other entry it does. */
export function MenuLink({ to, children, ...rest }: { to: string } & Omit<ComponentProps<'a'>, 'href' | 'ref'>) {
  if (isOtherEntry(to))
    return (
      <a {...rest} href={to}>
        {children}
      </a>
    );
  return (
    <Link {...rest} to={to as '/home'}>
      {children}
    </Link>
  );
}
