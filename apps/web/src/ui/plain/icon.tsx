import { classes } from './classes.ts';
import pictures from './icons.svg';

export interface IconProps {
  /** Width and height in px; 18 in buttons, 20 in navigation, 24 on phones. */
  size?: number;
  /** 1.75 unless said, 2 below 18 px. */
  stroke?: number;
  className?: string | undefined;
}

export type IconComponent = (props: IconProps) => React.JSX.Element;

/** Leads on or back: mirrored where text runs from right to left. */
export const DIRECTED = 'cw-directed';

/**
 * A Tabler icon as the product uses it: decoration that takes the text's colour. One picture file holds them all.
 * `directed`: it points to where one goes on or back, and is mirrored where text runs from right to left.
 */
export function icon(name: string, directed = ''): IconComponent {
  const address = `${pictures}#${name}`;
  return ({ size = 18, stroke = size < 18 ? 2 : 1.75, className }) => (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={stroke}
      strokeLinecap="round"
      strokeLinejoin="round"
      className={classes(directed, className)}
      aria-hidden
      focusable={false}
    >
      <use href={address} />
    </svg>
  );
}
