import type { Worth } from '@classwright/rules/ideas/question-worth';
import type { Hue } from '../../../base/hue.ts';
import { t } from '../../../base/t.ts';
import { Chip } from '../../../ui/plain/Chip.tsx';

const HUES: Record<Worth, Hue> = { keep: 'green', split: 'amber', 'ask-earlier': 'blue', 'key-doubtful': 'red' };

/** Shows how good a question is, in one word. */
export const WorthChip = ({ worth }: { worth: Worth }) => <Chip hue={HUES[worth]}>{t(`worth.word.${worth}`)}</Chip>;
