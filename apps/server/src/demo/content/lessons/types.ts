import type { Form } from '@classwright/contract';
import type { AgeName, ClassKey, PeriodName, SubjectName } from '../types.ts';

/**
 * An answer such as `C Because …`: the letter of the choice and the justification. `-`: nothing was chosen. `.`: it
 * arrived after the form closed.
 */
export type LessonAnswer = string;

/**
 * One student's answers in Form - 1A, Form - 1B and Form - 2. The number is that of the student in the class, from 1.
 */
export type LessonRow = readonly [student: number, first: LessonAnswer, discussed: LessonAnswer, transfer: LessonAnswer];

/** The author of a remark below an answer: a student of the class by number, or its teacher. */
export type Speaker = number | 'teacher';

export interface LessonRemark {
  form: Form;
  /** The author of the answer that the remark is about. */
  of: number;
  by: Speaker;
  text: string;
  replies?: readonly (readonly [by: Speaker, text: string])[];
}

/** A past lesson of a class: two questions of the bank, everyone's answers, and the remarks on them. */
export interface DemoLesson {
  title: string;
  /** The description for the class: the topic of the lesson, without its answers. */
  about: string;
  classKey: ClassKey;
  subject: SubjectName;
  standard: string;
  ages: AgeName;
  topic: string;
  /** The school day, counted from the day the demo begins. It is in the past. */
  schoolDay: number;
  period: PeriodName;
  /** The titles of two questions of the bank. */
  first: string;
  transfer: string;
  answers: readonly LessonRow[];
  /** Students who came late, by number in the class, and how many minutes after the beginning of the period. */
  late?: Readonly<Record<number, number>>;
  remarks: readonly LessonRemark[];
  likes: readonly (readonly [form: Form, of: number, by: readonly Speaker[]])[];
}
