import styles from './notice.module.css';

const common = { viewBox: '0 0 120 90', className: styles.picture, 'aria-hidden': true, focusable: false } as const;

/** A card with a face and lines: what is known. */
export const KnowPicture = () => (
  <svg {...common}>
    <rect x="8" y="12" width="104" height="66" rx="10" data-tint="paper" />
    <circle cx="36" cy="38" r="11" data-tint="main" />
    <path d="M18 68c0-22 36-22 36 0z" data-tint="main" />
    <rect x="66" y="30" width="36" height="6" rx="3" data-tint="soft" />
    <rect x="66" y="43" width="28" height="6" rx="3" data-tint="soft" />
    <rect x="66" y="56" width="32" height="6" rx="3" data-tint="soft" />
  </svg>
);

/** An eye over some people: who sees it. */
export const WhoPicture = () => (
  <svg {...common}>
    <path d="M14 34c24-32 68-32 92 0-24 32-68 32-92 0z" data-tint="paper" />
    <circle cx="60" cy="34" r="15" data-tint="main" />
    <circle cx="60" cy="34" r="6" data-tint="hole" />
    {[30, 60, 90].map((x) => (
      <g key={x}>
        <circle cx={x} cy="70" r="5" data-tint="soft" />
        <path d={`M${x - 9} 87c0-13 18-13 18 0z`} data-tint="soft" />
      </g>
    ))}
  </svg>
);

/** A sheet of a calendar with a check mark: how long it is kept. */
export const LongPicture = () => (
  <svg {...common}>
    <rect x="24" y="16" width="72" height="64" rx="10" data-tint="paper" />
    <path d="M24 36V26a10 10 0 0 1 10-10h52a10 10 0 0 1 10 10v10z" data-tint="main" />
    <rect x="40" y="8" width="7" height="16" rx="3.5" data-tint="soft" />
    <rect x="73" y="8" width="7" height="16" rx="3.5" data-tint="soft" />
    <path d="M45 58l11 11 20-22" data-tint="line" />
  </svg>
);
