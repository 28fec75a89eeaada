import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Menu, type MenuAction } from '../plain/Menu.tsx';
import type { RowAct } from './RowActs.tsx';

interface RowMenuProps {
  label: string;
  className: string;
  button: ReactNode;
  acts: readonly RowAct[];
}

/** The acts of a row that stand in its menu. */
export function RowMenu({ acts, ...look }: RowMenuProps) {
  const navigate = useNavigate();
  const run = ({ to, href, onSelect, disabled }: RowAct): void => {
    if (disabled) return;
    if (to !== undefined) void navigate({ to: to as '/home' });
    else if (href !== undefined) window.open(href, '_blank', 'noopener,noreferrer');
    else onSelect?.();
  };
  const actions = acts.map(
    (act): MenuAction => ({
      label: act.words,
      ...(act.icon && { icon: act.icon }),
      ...(act.hint !== undefined && { hint: act.hint }),
      ...(act.disabled && { disabled: true }),
      onSelect: () => run(act),
    }),
  );
  return <Menu {...look} actions={actions} />;
}
