/** The fields of a question that the hint needs. */
export interface HintQuestion {
  /** The question's text: title, description and the responses' titles as plain text. */
  text: string;
  /** The reasoning behind the responses, as plain text. */
  reasoning: string;
  tags: readonly string[];
  clusterId: number | null;
  standardId: number | null;
  /** Answers with a choice in Form - 1A of earlier, finished runs. */
  past: { right: number; answered: number };
}

export type TransferHint =
  | { kind: 'unrelated' }
  /** Shares in whole percent. */
  | { kind: 'easier'; firstPercent: number; secondPercent: number };

/** The minimum number of answers. Fewer give too little evidence of a question's difficulty. */
const HINT_MIN_ANSWERS = 10;
/** The difference in percentage points from which the second question counts as much easier. */
const HINT_EASIER_POINTS = 25;
/** The minimum number of terms. With fewer, a question cannot be compared by its words. */
const MIN_TERMS = 4;
/** The minimum share of common terms, relative to the shorter text. */
const MIN_SHARED = 0.15;
const STEM_CHARACTERS = 5;

/**
 * Returns hints that the second question may not be a good transfer of the first; empty when there are none or nothing
 * is known. A hint never refuses: a good transfer question often changes the setting on purpose. Unrelated: no cluster,
 * standard or tag in common, at most one term of the question in common, and less than 15 percent of the terms
 * including the reasoning behind the responses. Easier: at least 10 answers each in earlier runs, and at least 25
 * percentage points more of them right.
 */
export function computeTransferHints(first: HintQuestion, second: HintQuestion): TransferHint[] {
  const hints: TransferHint[] = [];
  if (looksUnrelated(first, second)) hints.push({ kind: 'unrelated' });
  const firstPercent = percentOf(first.past);
  const secondPercent = percentOf(second.past);
  if (firstPercent !== null && secondPercent !== null && secondPercent - firstPercent >= HINT_EASIER_POINTS)
    hints.push({ kind: 'easier', firstPercent, secondPercent });
  return hints;
}

const percentOf = ({ right, answered }: HintQuestion['past']): number | null => (answered < HINT_MIN_ANSWERS ? null : Math.round((100 * right) / answered));

function looksUnrelated(first: HintQuestion, second: HintQuestion): boolean {
  if (first.clusterId !== null && first.clusterId === second.clusterId) return false;
  if (first.standardId !== null && first.standardId === second.standardId) return false;
  const tags = new Set(first.tags.map(fold));
  if (second.tags.some((tag) => tags.has(fold(tag)))) return false;
  const asked = compare(toTerms(first.text), toTerms(second.text));
  const whole = compare(toTerms(`${first.text} ${first.reasoning}`), toTerms(`${second.text} ${second.reasoning}`));
  return asked.fewest >= MIN_TERMS && asked.shared <= 1 && whole.shared < MIN_SHARED * whole.fewest;
}

const compare = (some: ReadonlySet<string>, others: ReadonlySet<string>) => ({
  shared: [...some].filter((term) => others.has(term)).length,
  fewest: Math.min(some.size, others.size),
});

const fold = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();

/** Words that occur in questions about anything. */
const COMMON = new Set(
  (
    'about above after again against always among another answer because been before being below between both cannot could does doing down during each ' +
    'either ever every explain first following from give given going have having here into itself just least less like made make many might more most much ' +
    'must never none only other over part question reason right same second should show shows since some still such take than that their them then there these ' +
    'they thing things this those through time together true under until very want well were what when where whether which while whole will with within ' +
    'without would wrong your years people student students teacher best describe describes statement correct happen happens happened different change changes increase increases decrease decreases'
  )
    .split(' ')
    .map((word) => word.slice(0, STEM_CHARACTERS)),
);

/** Returns the stems of the words that describe a text's topic. Formulas are left out. */
function toTerms(text: string): Set<string> {
  const words = fold(text.replace(/\$[^$]*\$/g, ' ')).match(/\p{L}{4,}/gu) ?? [];
  return new Set(words.map((word) => word.slice(0, STEM_CHARACTERS)).filter((stem) => !COMMON.has(stem)));
}
