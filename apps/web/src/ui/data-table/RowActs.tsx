import { Link, useNavigate } from '@tanstack/react-router';
import { t } from '../../base/t.ts';
import { useIsMobile } from '../../base/use-media.ts';
import { Button, buttonClasses } from '../plain/Button.tsx';
import { IconDotsVertical } from '../plain/icons.ts';
import { iconButtonClasses } from '../plain/icon-button-classes.ts';
import type { IconComponent } from '../plain/icon.tsx';
import { Menu, type MenuAction } from '../plain/Menu.tsx';
import { Row } from '../plain/layout/layout.tsx';
import styles from './DataTable.module.css';

/** One act of a row. */
export interface RowAct {
  /** The word on the button, or in the menu. */
  words: string;
  /** The name for screen readers, which has the words and the name of the row. */
  label: string;
  icon?: IconComponent | undefined;
  /** The page that it opens. */
  to?: string;
  /** The address outside the product that it opens in a new window. */
  href?: string;
  onSelect?: () => void;
  /** True when it cannot be used now. */
  disabled?: boolean;
  /** Says what to know before it is used, or why it cannot be used now. */
  hint?: string | undefined;
}

/**
 * The acts of a row, always with words: one or two as buttons, of more the first one and a menu. `name`: the name of the
 * row, which the menu says. `open`: the number of acts that stand outside the menu.
 */
export function RowActs({ name, acts, open }: { name: string; acts: readonly RowAct[]; open?: number }) {
  const isMobile = useIsMobile();
  const shown = acts.length === 1 && open !== 0 ? 1 : isMobile ? Math.min(open ?? 1, 1) : (open ?? (acts.length === 2 ? 2 : 1));
  return (
    <Row as="span" inline gap={2} align="center" className={styles.acts}>
      {acts.slice(0, shown).map((act) => (
        <Shown key={act.words} act={act} />
      ))}
      {acts.length > shown && <More name={name} acts={acts.slice(shown)} />}
    </Row>
  );
}

function Shown({ act: { words, label, icon: Icon, to, href, onSelect, disabled, hint } }: { act: RowAct }) {
  const look = { className: buttonClasses({ variant: 'subtle', size: 's' }), 'aria-label': label };
  const inside = (
    <>
      {Icon && <Icon size={16} />}
      {words}
    </>
  );
  if (to !== undefined)
    return (
      <Link to={to as '/home'} {...look}>
        {inside}
      </Link>
    );
  if (href !== undefined)
    return (
      <a href={href} target="_blank" rel="noreferrer" {...look}>
        {inside}
      </a>
    );
  return (
    <Button variant="subtle" size="s" icon={Icon} aria-label={label} title={hint} disabled={disabled} onClick={onSelect}>
      {words}
    </Button>
  );
}

function More({ name, acts }: { name: string; acts: readonly RowAct[] }) {
  const navigate = useNavigate();
  const run = ({ to, href, onSelect }: RowAct): void => {
    if (to !== undefined) void navigate({ to: to as '/home' });
    else if (href !== undefined) window.open(href, '_blank', 'noopener,noreferrer');
    else onSelect?.();
  };
  const actions = acts.map((act): MenuAction => ({ label: act.words, icon: act.icon, hint: act.hint, disabled: act.disabled, onSelect: () => run(act) }));
  return <Menu label={t('act.more', { name })} className={iconButtonClasses()} button={<IconDotsVertical size={18} />} actions={actions} />;
}
