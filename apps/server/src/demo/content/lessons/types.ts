import type { Form } from '@classwright/contract';
import type { AgeName, ClassKey, PeriodName, SubjectName } from '../types.ts';

/** `C Because …`: the letter of the choice, and what was written beside it; `-`: nothing was chosen; `.`: came only after the form. */
export type LessonAnswer = string;

/** What one student answered in Form - 1A, Form - 1B and Form - 2; the number is that of the student in the class, from 1. */
export type LessonRow = readonly [student: number, first: LessonAnswer, discussed: LessonAnswer, transfer: LessonAnswer];

/** Whoever speaks below an answer: a student of the class by number, or its teacher. */
export type Speaker = number | 'teacher';

export interface LessonRemark {
  form: Form;
  /** Whose answer it is about. */
  of: number;
  by: Speaker;
  text: string;
  replies?: readonly (readonly [by: Speaker, text: string])[];
}

/** A lesson that a class has had: two questions of the bank, what everybody answered, and what was said about it. */
export interface DemoLesson {
  title: string;
  /** For the class: what the lesson is about, without its answers. */
  about: string;
  classKey: ClassKey;
  subject: SubjectName;
  standard: string;
  ages: AgeName;
  topic: string;
  /** School days from the day the demo begins: it has gone by. */
  schoolDay: number;
  period: PeriodName;
  /** Titles of questions of the bank. */
  first: string;
  transfer: string;
  answers: readonly LessonRow[];
  /** Who came late, by number in the class, and how many minutes after the beginning of the period. */
  late?: Readonly<Record<number, number>>;
  remarks: readonly LessonRemark[];
  likes: readonly (readonly [form: Form, of: number, by: readonly Speaker[]])[];
}
