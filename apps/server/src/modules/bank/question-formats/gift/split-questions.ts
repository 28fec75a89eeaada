import { eachLine } from '../lines.ts';

/** The text of one question in a GIFT file, with its context. */
export interface GiftPart {
  text: string;
  /** The line number, from 1. */
  line: number;
  category: string;
  tags: string[];
}

/**
 * Splits a GIFT file into questions, which are separated by blank lines outside braces. An unclosed brace ends where
 * the next question clearly begins, so that one mistake costs one question.
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

/** The maximum number of tags of one question, before repeated ones are removed. */
const MOST_TAGS = 1_000;
const LONGEST_TAG_LINE = 20_000;
const previousIsBlank = (lines: readonly string[]): boolean => lines.at(-1)?.trim() === '';

/** Returns the number of opening minus closing braces, without escaped ones. */
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
