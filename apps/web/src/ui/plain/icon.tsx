import { classes } from './classes.ts';
import pictures from './icons.svg';

export interface IconProps {
  /** The width and height in px: 18 in buttons, 20 in navigation, 24 on phones. */
  size?: number;
  /** The default is 1.75, or 2 below 18 px. */
  stroke?: number;
  className?: string | undefined;
}

export type IconComponent = (props: IconProps) => React.JSX.Element;

/** The class of icons that point forward or back. They are mirrored in right-to-left text. */
export const DIRECTED = 'cw-directed';

/**
 * Creates a Tabler icon as the product uses it: decorative, in the text's color, from the one icon file. `directed`: it
 * points forward or back, and is mirrored in right-to-left text.
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
