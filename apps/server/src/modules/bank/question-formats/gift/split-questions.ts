import { eachLine } from '../lines.ts';

/** A question's text in a GIFT file, with what stands around it. */
export interface GiftPart {
  text: string;
  /** From 1. */
  line: number;
  category: string;
  tags: string[];
}

/**
 * The questions of a GIFT file: apart by blank lines, except inside braces. Braces that nobody closes end where the next
 * question plainly begins, so that one slip costs one question.
 */
export function* splitQuestions(text: string): Generator<GiftPart> {
  let category = '';
  let tags: string[] = [];
  let lines: string[] = [];
  let startedAt = 1;
  let depth = 0;
  let number = 0;
  const take = (): GiftPart[] => {
    const part = { text: lines.join('\n').trim(), line: startedAt, category, tags };
    [lines, tags, depth] = [[], [], 0];
    return part.text === '' ? [] : [part];
  };
  for (const line of eachLine(text)) {
    number += 1;
    const isBlank = line.trim() === '';
    if (/^\s*\/\//.test(line)) {
      if (depth === 0 && lines.length === 0 && tags.length < MOST_TAGS) tags = tags.concat(tagsOf(line));
      continue;
    }
    const named = depth === 0 || previousIsBlank(lines) ? /^\s*\$CATEGORY:\s*(.*)$/s.exec(line) : null;
    if (named) {
      yield* take();
      category = named[1]?.trim() ?? '';
      continue;
    }
    if ((isBlank && depth === 0) || (depth > 0 && previousIsBlank(lines) && /^\s*::/.test(line))) yield* take();
    if (isBlank && lines.length === 0) continue;
    if (lines.length === 0) startedAt = number;
    lines.push(line);
    depth = Math.max(0, depth + braces(line));
  }
  yield* take();
}

/** Of one question, before those that are the same are left out. */
const MOST_TAGS = 1_000;
const LONGEST_TAG_LINE = 20_000;
const previousIsBlank = (lines: readonly string[]): boolean => lines.at(-1)?.trim() === '';

/** Opened less closed, escaped ones left out. */
function braces(line: string): number {
  let depth = 0;
  for (let index = 0; index < line.length; index += 1) {
    if (line[index] === '\\') index += 1;
    else if (line[index] === '{') depth += 1;
    else if (line[index] === '}') depth -= 1;
  }
  return depth;
}

const tagsOf = (line: string): string[] =>
  [...line.slice(0, LONGEST_TAG_LINE).matchAll(/\[tag:((?:\\.|[^\]\\]){0,200})\]/g)].map(([, tag]) => (tag ?? '').replace(/\\(.)/g, '$1'));
