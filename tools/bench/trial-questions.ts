import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A question with choices, from the folder named by TRIAL_DATA. */
export interface TrialQuestion {
  id: string;
  stem: string;
  choices: string[];
  answerIndex: number;
  subject: string;
  topic: string;
  explanation: string;
}

/**
 * Returns this many of the real questions with choices, repeated as needed. From the second repeat on they are prefixed
 * by a number, so that no two are the same. Empty if the folder has none.
 */
export function trialQuestions(trialData: string | null, count: number, from = 0): TrialQuestion[] {
  const folder = trialData === null ? null : join(trialData, 'questions');
  if (folder === null || !existsSync(folder)) return [];
  const all = readdirSync(folder)
    .filter((file) => file.endsWith('.jsonl'))
    .flatMap((file) => readFileSync(join(folder, file), 'utf8').split('\n'))
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Partial<TrialQuestion>)
    .filter(isUsable);
  return Array.from({ length: all.length === 0 ? 0 : count }, (_, index) => {
    const number = from + index;
    const question = all[number % all.length] as TrialQuestion;
    return {
      ...question,
      id: `${question.id} ${number}`,
      stem: `${number}. ${question.stem}`,
      topic: question.topic ?? '',
      subject: question.subject ?? '',
      explanation: question.explanation ?? '',
    };
  });
}

function isUsable({ stem, choices, answerIndex }: Partial<TrialQuestion>): boolean {
  if (typeof stem !== 'string' || !Array.isArray(choices) || choices.length < 2 || choices.length > 8 || typeof answerIndex !== 'number') return false;
  const texts = choices.map((choice) => String(choice).replace(/\s+/g, ' ').trim());
  return texts.every((text) => text !== '' && text.length < 1000) && new Set(texts).size === texts.length && stem.length < 5000;
}

const escapeGift = (text: string): string =>
  text
    .replace(/[\\~=#{}:]/g, '\\$&')
    .replace(/\s+/g, ' ')
    .trim();

export function toGift(questions: readonly TrialQuestion[]): Buffer {
  const parts = questions.map(({ id, stem, choices, answerIndex, explanation }) => {
    const lines = choices.map(
      (choice, index) =>
        `${index === answerIndex ? '=' : '~'}${escapeGift(choice)}${index === answerIndex && explanation !== '' ? `#${escapeGift(explanation)}` : ''}`,
    );
    return `::${escapeGift(id)}::${escapeGift(stem)}{\n${lines.join('\n')}\n}\n`;
  });
  return Buffer.from(parts.join('\n'));
}

export const SHEET_TITLES = ['Title', 'Question', 'Tags', 'A', 'B', 'C', 'D', 'E', 'F', 'G', 'H', 'Correct', 'A Description'];

export function toRow({ id, stem, choices, answerIndex, subject, explanation }: TrialQuestion): string[] {
  const letter = 'ABCDEFGH'[answerIndex] ?? 'A';
  return [id, stem, subject, ...Array.from({ length: 8 }, (_, index) => choices[index] ?? ''), letter, answerIndex === 0 ? explanation : ''];
}
