export interface DemoFigure {
  /** The PNG in `figures/`, drawn from the SVG of the same name. */
  file: string;
  /** A text alternative that reveals nothing beyond what the figure shows. */
  alt: string;
  /** The width on the page in CSS pixels. */
  width: number;
  height: number;
}

export const figures = {
  circuit: {
    file: 'circuit-switch.png',
    width: 600,
    height: 288,
    alt: 'Circuit diagram: a battery and lamp 1 in series, then a junction with two branches in parallel: lamp 2, and the open switch S in series with lamp 3.',
  },
  shed: {
    file: 'shed-cable.png',
    width: 600,
    height: 337,
    alt: 'A house and a shed joined by a long, thin cable of two wires. In the house, the supply. In the shed, between the two wires, a lamp and, beside it in parallel, a heater with a switch, which is open.',
  },
  balance: {
    file: 'steel-wool-balance.png',
    width: 600,
    height: 330,
    alt: 'A beam balance, level. On the left pan lies a tuft of steel wool, on the right pan two weights. Below it: before it is lit.',
  },
  januaryEarth: {
    file: 'january-earth.png',
    width: 600,
    height: 372,
    alt: 'The Earth in early January. Sunlight comes in level from the left. The axis is tilted, its north end leaning away from the Sun to the right; the left half of the globe has day, the right half night.',
  },
  orbit: {
    file: 'stretched-orbit.png',
    width: 600,
    height: 270,
    alt: 'A stretched orbit with the star off its centre. The planet is drawn twice, where it is nearest to the star and where it is farthest, twice as far away. Its axis stands upright on the orbit in both places.',
  },
  poster: {
    file: 'plenty-poster.png',
    width: 450,
    height: 540,
    alt: 'A poster: a rising sun over green hills, a barn and a sheaf of wheat. Above: Plenty for all. Below: Our barns are full. Ministry of Food.',
  },
} satisfies Record<string, DemoFigure>;

export type FigureKey = keyof typeof figures;
