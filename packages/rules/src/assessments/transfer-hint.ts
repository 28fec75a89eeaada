/** What the hint must know of a question. */
export interface HintQuestion {
  /** What is asked: title, description and the responses' titles as plain text. */
  text: string;
  /** What the responses stand for, as plain text. */
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

/** Fewer answers say too little about how hard a question is. */
const HINT_MIN_ANSWERS = 10;
/** From this many percent points on the second question counts as much easier. */
const HINT_EASIER_POINTS = 25;
/** With fewer terms a question says too little to be compared by its words. */
const MIN_TERMS = 4;
/** Of the terms of the shorter one. */
const MIN_SHARED = 0.15;
const STEM_CHARACTERS = 5;

/**
 * What speaks against the second question as a transfer of the first; empty when nothing does or nothing is known. A
 * hint, never a refusal: a good transfer question often changes the setting on purpose.
 *
 * Unrelated: neither cluster, standard nor tag in common, at most one term of what is asked, and less than 15 percent of
 * the terms once the reasoning behind the responses counts too. Easier: at least 10 answers
 * each in earlier runs, and 25 percent points more of them right.
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

/** Words that stand in questions about anything. */
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

/** The words that say what a text is about, cut to their stems. Formulas are left out. */
function toTerms(text: string): Set<string> {
  const words = fold(text.replace(/\$[^$]*\$/g, ' ')).match(/\p{L}{4,}/gu) ?? [];
  return new Set(words.map((word) => word.slice(0, STEM_CHARACTERS)).filter((stem) => !COMMON.has(stem)));
}
