import type { Icon as TablerIcon } from '@tabler/icons-react';

export interface IconProps {
  /** Width and height in px; 18 in buttons, 20 in navigation, 24 on phones. */
  size?: number;
  /** 1.75 unless said, 2 below 18 px. */
  stroke?: number;
  className?: string | undefined;
}

export type IconComponent = (props: IconProps) => React.JSX.Element;

/** A Tabler icon as the product uses it: decoration that takes the text's colour. */
export function icon(Base: TablerIcon): IconComponent {
  return ({ size = 18, stroke = size < 18 ? 2 : 1.75, className }) => <Base size={size} stroke={stroke} className={className} aria-hidden focusable={false} />;
}
