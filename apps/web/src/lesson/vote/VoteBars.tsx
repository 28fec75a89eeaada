import type { RichTextDocument } from '@classwright/contract/rich-text';
import { toSummary } from '@classwright/rules/rich-text/read';
import { markAt } from '../../ui/charts/marks.ts';
import { Bars } from '../../ui/charts/Bars.tsx';
import { Text } from '../../ui/plain/layout/layout.tsx';
import { t } from '../../base/t.ts';
import { Words } from '../Words.tsx';

/** The length of the text that stands for a reason where its words cannot be drawn. */
const LABEL_CHARACTERS = 120;

/** The result of a vote between two reasons, as two bars. `mine`: the place of the reader's own choice, 0 or 1. */
export function VoteBars({
  reasons,
  counts,
  mine = null,
  ended = true,
}: {
  reasons: readonly [RichTextDocument | null, RichTextDocument | null];
  counts: readonly [number, number];
  mine?: number | null;
  /** False while ballots are accepted. */
  ended?: boolean;
}) {
  if (ended && counts[0] + counts[1] === 0)
    return (
      <Text tone="dimmed" leading={1.4}>
        {t('vote.nobody')}
      </Text>
    );
  return (
    <Bars
      items={reasons.map((comment, at) => ({
        key: at,
        label: comment ? toSummary(comment, LABEL_CHARACTERS) : t('vote.gone'),
        words: comment && <Words comment={comment} />,
        mark: markAt(at),
        value: counts[at] ?? 0,
        ...(at === mine && { note: t('join.you') }),
      }))}
    />
  );
}
