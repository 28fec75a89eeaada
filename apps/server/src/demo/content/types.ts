import type { RichTextNode } from '@classwright/contract';
import type { FigureKey } from './figures.ts';

/** Where a figure stands; becomes an image node once the figure is a stored file. */
export interface FigureNode {
  type: 'figure';
  figure: FigureKey;
}
export type DemoBlock = RichTextNode | FigureNode;

export interface DemoResponse {
  /** What students choose; `$…$` is a formula. */
  title: string;
  /** Name of the idea that leads to this choice; also its level in the rubric. */
  idea: string;
  /** 4: the whole idea; 1 or 2: a part of it; 0: another idea stands in the way. */
  points: 0 | 1 | 2 | 4;
  isValid?: true;
  /** The reasoning it stands for, for the teacher and for afterwards. */
  reasoning: RichTextNode[];
}

export interface DemoQuestion {
  title: string;
  description: DemoBlock[];
  tags: string[];
  /** Figures in a tab beside the question. */
  attachments?: FigureKey[];
  responses: DemoResponse[];
}

export interface DemoAssessment {
  title: string;
  /** For the class: what the lesson is about, without its answers. */
  about: string;
  classKey: ClassKey;
  subject: SubjectName;
  cluster: string;
  standard: string;
  ages: AgeName;
  /** Name of the class's topic. */
  topic: string;
  /** School days from the day the demo begins. */
  schoolDay: number;
  period: PeriodName;
  /** Asked in Form - 1A and Form - 1B. */
  first: DemoQuestion;
  /** Asked in Form - 2: the same idea in another situation. */
  transfer: DemoQuestion;
}

/** What one student handed in, and what the teacher made of it. Several students may have handed in the same. */
export interface DemoAnswer {
  /** A short answer, the choice, or the text of the page that was handed in. */
  text: string;
  /** Of the work's points. */
  grade: number;
  /** What the teacher wrote when returning it. */
  message?: string;
}

export interface DemoWork {
  title: string;
  kind: 'ASSIGNMENT' | 'QUIZ_ASSIGNMENT' | 'QUESTION' | 'MATERIAL';
  workType: 'ASSIGNMENT' | 'MATERIAL' | 'SHORT_ANSWER_QUESTION' | 'MULTIPLE_CHOICE_QUESTION';
  instructions: RichTextNode[];
  topic?: string;
  /** Name of one of the class's grade categories. */
  category?: string;
  /** None: not graded by points. */
  points?: number;
  /** School days from the day the demo begins: negative ones have gone by. */
  postedDay: number;
  dueDay?: number;
  /** Of the school, as 08:30; the end of the day unless said. */
  dueTime?: string;
  choices?: string[];
  links?: { title: string; url: string }[];
  /** How far it has come: everything given back, handed in and partly graded, open to students, to be posted, not finished. */
  stage: 'returned' | 'to grade' | 'open' | 'scheduled' | 'draft';
  /** Handed out to the students who handed something in, in turn. */
  answers?: DemoAnswer[];
}

export interface DemoAnnouncement {
  text: string;
  /** School days from the day the demo begins, not later than today. */
  postedDay: number;
  links?: { title: string; url: string }[];
  /** What students wrote below it: number of the student in the class, from 1, and the text. */
  comments?: readonly (readonly [student: number, text: string])[];
}

/** What a class has been doing for eight weeks. */
export interface DemoClasswork {
  classKey: ClassKey;
  categories: { name: string; point: number }[];
  works: DemoWork[];
  announcements: DemoAnnouncement[];
}

export type ClassKey = 'science10' | 'maths10' | 'maths5' | 'history8' | 'geography8' | 'computing12';
export type SubjectName = 'Physics' | 'Chemistry' | 'Biology' | 'Earth Science' | 'Mathematics' | 'Computer Science' | 'History';
export type AgeName = 'Ages 10–11' | 'Ages 12–13' | 'Ages 14–16' | 'Ages 16–18';
export type LevelName = 'Grade 5' | 'Grade 8' | 'Grade 10' | 'Grade 12';
export type PeriodName = 'Period 1' | 'Period 2' | 'Period 3' | 'Period 4' | 'Period 5' | 'Period 6';
