import { encode } from 'uqr';

/** A text as a QR code, black on white in both modes, since it is read by cameras and printed. */
export function QrCode({ text, className }: { text: string; className?: string | undefined }) {
  // One mask for all codes: trying all eight would delay a page of three hundred cards.
  const { data, size } = encode(text, { ecc: 'M', border: 2, maskPattern: 2 });
  const path = data.map((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')).join('')).join('');
  return (
    <svg className={className} viewBox={`0 0 ${size} ${size}`} shapeRendering="crispEdges" aria-hidden focusable={false}>
      <path d={`M0 0h${size}v${size}h-${size}z`} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}
