import { sankey, type SankeyLink, type SankeyNode } from 'd3-sankey';
import type { Move } from '@classwright/rules/live/figures/moves';
import { percentOf } from '../charts/index.ts';
import { MarkBar, usePatterns } from '../charts/Patterns.tsx';
import { markAt } from '../charts/marks.ts';
import { classes } from '../plain/classes.ts';
import { useMovePatterns } from './MovePatterns.tsx';
import styles from './moves.module.css';

/** A choice with its place, which sets its letter and color. */
export interface FlowEnd {
  id: number;
  letter: string;
  index: number;
}

/** The number of students who moved from one choice to another. */
export interface Flow {
  from: FlowEnd;
  to: FlowEnd;
  move: Move;
  count: number;
}

interface Place {
  key: string;
  side: 'from' | 'to';
  letter: string;
  /** The place of the choice. `index` is the layout's own. */
  place: number;
}
type Node = SankeyNode<Place, Flow>;
type Link = SankeyLink<Place, Flow>;

const BOX = { width: 480, height: 236, low: 150, label: 96, node: 15, gap: 14 };

/**
 * Shows how the answers of one form changed in the next: a ribbon for every pair of choices, as wide as its number of
 * students. `nameOf` null: right and wrong are not shown, and ribbons wear the marks of the choices that they leave.
 * `grows`: the ribbons grow from the first form to the second in two seconds, where motion is wanted. `whole`: the
 * number of students for whom the figure has room while their answers arrive; left out, the flows fill it. `isLow`: the
 * figure takes two thirds of the height.
 */
export function Flows({
  flows,
  nameOf,
  grows = false,
  whole,
  isLow = false,
}: {
  flows: readonly Flow[];
  nameOf: ((move: Move) => string) | null;
  grows?: boolean;
  whole?: number | undefined;
  isLow?: boolean;
}) {
  const marks = usePatterns();
  const patterns = useMovePatterns();
  const total = flows.reduce((sum, { count }) => sum + count, 0);
  const height = isLow ? BOX.low : BOX.height;
  const { nodes, links } = layOut(flows, height, whole === undefined ? 1 : Math.min(1, total / Math.max(1, whole)));
  return (
    <>
      {marks.defs}
      {patterns.defs}
      <svg
        className={classes(styles.flows, whole !== undefined && styles.arrivals, 'cw-directed')}
        direction="ltr"
        viewBox={`0 0 ${BOX.width} ${height}`}
        role="img"
        aria-label={spoken(flows, nameOf)}
      >
        <g className={grows ? styles.growing : undefined}>
          {links.map((link) => (
            <path
              key={`${link.from.id} ${link.to.id}`}
              d={ribbon(link)}
              {...(nameOf ? patterns.fill(link.move) : { fill: marks.fill(markAt(link.from.index)), fillOpacity: link.from.id === link.to.id ? 0.3 : 0.7 })}
              stroke={nameOf ? patterns.line(link.move) : marks.stroke(markAt(link.from.index))}
              strokeOpacity=".8"
              strokeWidth="1"
            />
          ))}
        </g>
        {links
          .filter(({ width = 0 }) => width >= 13)
          .map((link) => (
            <text key={`${link.from.id} ${link.to.id}`} className={styles.flowCount} x={((link.source as Node).x1 ?? 0) + 34} y={(link.y0 ?? 0) + 4}>
              {link.count}
            </text>
          ))}
        {nodes.map((node) => {
          const [x, y, height] = [node.x0 ?? 0, node.y0 ?? 0, Math.max(2, (node.y1 ?? 0) - (node.y0 ?? 0))];
          const isFrom = node.side === 'from';
          return (
            <g key={node.key} className={grows && !isFrom ? styles.arriving : undefined}>
              <svg x={x} y={y} width={BOX.node} height={height} overflow="visible">
                <MarkBar mark={markAt(node.place)} patterns={marks} height={height} radius={2} />
              </svg>
              <text x={isFrom ? x - 10 : x + BOX.node + 10} y={y + height / 2 + 5} textAnchor={isFrom ? 'end' : 'start'}>
                <tspan className={styles.letter}>{node.letter}</tspan> <tspan className={styles.letter}>{node.value}</tspan>{' '}
                <tspan className={styles.share}>{percentOf(node.value ?? 0, total)}%</tspan>
              </text>
            </g>
          );
        })}
      </svg>
    </>
  );
}

/** Lays the flows out from the top of a box. `share`: the part of its height that they may take, from 0 to 1. */
function layOut(flows: readonly Flow[], height: number, share: number): { nodes: Node[]; links: Link[] } {
  const places = new Map<string, Place>();
  for (const { from, to } of flows) {
    places.set(`from ${from.id}`, { key: `from ${from.id}`, side: 'from', letter: from.letter, place: from.index });
    places.set(`to ${to.id}`, { key: `to ${to.id}`, side: 'to', letter: to.letter, place: to.index });
  }
  const perSide = Math.max(...(['from', 'to'] as const).map((side) => [...places.values()].filter((place) => place.side === side).length));
  const gaps = BOX.gap * Math.max(0, perSide - 1);
  const make = sankey<Place, Flow>()
    .nodeId(({ key }) => key)
    .nodeWidth(BOX.node)
    .nodePadding(BOX.gap)
    .nodeSort((left, right) => left.place - right.place)
    .linkSort((left, right) => left.from.index - right.from.index || left.to.index - right.to.index)
    .extent([
      [BOX.label, 6],
      [BOX.width - BOX.label, 6 + gaps + (height - 12 - gaps) * share],
    ]);
  return make({
    nodes: [...places.values()].map((place) => ({ ...place })),
    links: flows.map((flow) => ({ ...flow, source: `from ${flow.from.id}`, target: `to ${flow.to.id}`, value: flow.count })),
  });
}

/** Returns the path of a ribbon with its full width from end to end. */
function ribbon(link: Link): string {
  const [source, target] = [link.source as Node, link.target as Node];
  const [x0, x1, half] = [source.x1 ?? 0, target.x0 ?? 0, Math.max(1, link.width ?? 1) / 2];
  const [y0, y1, middle] = [link.y0 ?? 0, link.y1 ?? 0, (x0 + x1) / 2];
  return `M${x0} ${y0 - half}C${middle} ${y0 - half} ${middle} ${y1 - half} ${x1} ${y1 - half}V${y1 + half}C${middle} ${y1 + half} ${middle} ${y0 + half} ${x0} ${y0 + half}Z`;
}

const spoken = (flows: readonly Flow[], nameOf: ((move: Move) => string) | null): string =>
  flows.map(({ from, to, move, count }) => `${from.letter} – ${to.letter}: ${count}${nameOf ? `, ${nameOf(move)}` : ''}`).join('; ');
