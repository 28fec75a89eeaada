import { addChoices, type Draft, finish, newDraft } from '../build-item.ts';
import { finding, type ImportedItem } from '../imported-question.ts';
import { IMPORTED_LIMITS as LIMITS } from '../limits.ts';
import { eachLine } from '../lines.ts';
import { toRichText } from '../markup/to-document.ts';

const CHOICE = /^\s*([A-Z])[.)]\s+(.*)$/s; // with s nothing is tried twice: the end always fits
const ANSWER = /^\s*ANSWER\s*:(.*)$/is;

/** Yields the questions of an Aiken file: the question, its choices by letter, and ANSWER with the right one. */
export function* readAiken(text: string): Generator<ImportedItem> {
  let number = 0;
  let stem: string[] = [];
  let choices: { letter: string; text: string }[] = [];
  let line = 0;
  let startedAt = 1;
  function* take(answer: string | null): Generator<ImportedItem> {
    if (stem.length > 0 || choices.length > 0 || answer !== null) {
      number += 1;
      yield readQuestion(newDraft(number), { stem, choices, answer, line: startedAt });
    }
    [stem, choices] = [[], []];
  }
  for (const raw of eachLine(text)) {
    line += 1;
    const answer = ANSWER.exec(raw)?.[1]?.trim();
    const choice = answer === undefined ? CHOICE.exec(raw) : null;
    if (answer !== undefined) yield* take(answer);
    else if (raw.trim() === '') {
      if (choices.length > 0) yield* take(null);
    } else if (choice && stem.length > 0) {
      if (choices.length <= LIMITS.maxResponses) choices.push({ letter: choice[1] as string, text: choice[2] as string });
    } else {
      if (choices.length > 0) yield* take(null);
      if (stem.length === 0) startedAt = line;
      stem.push(raw);
    }
  }
  yield* take(null);
}

interface AikenPart {
  stem: readonly string[];
  choices: readonly { letter: string; text: string }[];
  answer: string | null;
  line: number;
}

function readQuestion(draft: Draft, { stem, choices, answer, line }: AikenPart): ImportedItem {
  const { notes, images } = draft;
  const read = (text: string, column: 'description' | 'responses') => toRichText([text], { column, images, notes });
  draft.stem = read(stem.join(' '), 'description');
  const right = choices.findIndex(({ letter }) => letter === (answer ?? '').toUpperCase().replace(/[.)]$/, ''));
  if (answer === null) draft.problems.push(finding('answer', 'noAnswerLine', { line }));
  else if (right < 0) draft.problems.push(finding('answer', 'unknownKey', { value: answer, choices: choices.map(({ letter }) => letter).join(', ') || '–' }));
  if (choices.length === 0) draft.problems.push(finding('responses', 'noChoices', { line }));
  const empty = { type: 'doc' as const, content: [] };
  addChoices(
    draft,
    choices.map(({ text }, index) => ({ text: read(text, 'responses'), fraction: index === right ? 1 : 0, feedback: empty })),
  );
  return finish(draft);
}
