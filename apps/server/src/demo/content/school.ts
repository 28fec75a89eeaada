import type { AgeName, ClassKey, LevelName, PeriodName, SubjectName } from './types.ts';

/** An invented place. */
export const school = {
  school_name: 'Rowan Bridge School',
  city: 'Rowan Bridge',
  district: 'Rowan Valley',
  address: '1 Orchard Lane',
  domain: 'demo.school',
  time_zone: 'Europe/London',
};

/** The number of school days since its classes began: eight weeks. */
export const SCHOOL_DAYS_BACK = 40;

/** The password of all sign-ins of the demo school. */
export const demoPassword = 'classwright-demo';

export const levels: LevelName[] = ['Grade 5', 'Grade 8', 'Grade 10', 'Grade 12'];

export const subjects: Record<SubjectName, string> = {
  Physics: 'Motion, forces, electricity, waves',
  Chemistry: 'Substances and their reactions',
  Biology: 'Living things and how they change',
  'Earth Science': 'The Earth, its weather and its place in space',
  Mathematics: 'Numbers, algebra, geometry, chance',
  'Computer Science': 'Programs, data and how computers work',
  History: 'The past and how we know about it',
};

export const ages: Record<AgeName, string> = {
  'Ages 10–11': 'End of primary school',
  'Ages 12–13': 'Lower secondary school',
  'Ages 14–16': 'Middle secondary school',
  'Ages 16–18': 'Upper secondary school',
};

/** The clusters of questions, across the years of a subject. */
export const clusters: Record<string, string> = {
  Electricity: 'Charge, current, voltage, circuits',
  'Matter and reactions': 'Mass, substances, energy of reactions',
  'Inheritance and evolution': 'Variation, inheritance, selection',
  'Earth and space': 'Sun, Moon, planets, seasons',
  Numbers: 'Place value, fractions, ratio',
  Algebra: 'Variables, equations, functions',
  'Programs and data': 'Values, names, control, structure',
  'Sources and evidence': 'Origin, purpose, usefulness of sources',
};

export const standards: { name: string; description: string; level: LevelName }[] = [
  { name: 'PH-4 Circuits as systems', description: 'Predict how a change in one place of a circuit affects the rest of it.', level: 'Grade 10' },
  { name: 'CH-2 Conservation of mass', description: 'Account for the mass of everything that takes part in a reaction, gases included.', level: 'Grade 10' },
  { name: 'BI-6 Natural selection', description: 'Explain changes in populations by variation, inheritance and selection.', level: 'Grade 10' },
  { name: 'ES-1 Sun, Earth and seasons', description: 'Explain the seasons by the angle and the duration of sunlight.', level: 'Grade 10' },
  { name: 'MA-1 Decimal place value', description: 'Compare and order decimals of different length.', level: 'Grade 5' },
  { name: 'ES-3 Weather, climate and maps', description: 'Read maps and graphs of climate, and explain weather by air, water and height.', level: 'Grade 8' },
  { name: 'MA-2 Fractions as numbers', description: 'Compare, order and add fractions as numbers of their own.', level: 'Grade 5' },
  { name: 'MA-7 Equations from situations', description: 'Write an equation for a relation between two quantities.', level: 'Grade 10' },
  { name: 'MA-8 Chance and data', description: 'Say what a mean and a chance tell, and what they do not.', level: 'Grade 10' },
  { name: 'CS-5 Values, names and references', description: 'Predict what a program does to shared and to new objects.', level: 'Grade 12' },
  { name: 'HI-3 Using sources as evidence', description: 'Judge a source by the question that is put to it.', level: 'Grade 8' },
];

export const protocols = ['Peer instruction'];

export const groups = [
  { name: 'Whole class', color: 'blue', style: 'solid' },
  { name: 'First half', color: 'violet', style: 'striped' },
  { name: 'Second half', color: 'teal', style: 'dotted' },
];

export const periods: Record<PeriodName, { start_time: string; end_time: string }> = {
  'Period 1': { start_time: '08:30', end_time: '09:20' },
  'Period 2': { start_time: '09:25', end_time: '10:15' },
  'Period 3': { start_time: '10:35', end_time: '11:25' },
  'Period 4': { start_time: '11:30', end_time: '12:20' },
  'Period 5': { start_time: '13:10', end_time: '14:00' },
  'Period 6': { start_time: '14:05', end_time: '14:55' },
};

export interface DemoClass {
  key: ClassKey;
  name: string;
  section: string;
  subject: string;
  room: string;
  level: LevelName;
  /** The number of the teacher in `teachers`, from 1. Teacher 1 is teacher@demo.school. */
  teacher: number;
  coTeacher?: number;
  /** The numbers of its first and last student, from 1. */
  students: readonly [first: number, last: number];
}

/** The classes. Students 1 to 30 have exactly one class with teacher 1, and nobody else has any. */
export const classes: DemoClass[] = [
  { key: 'science10', name: 'Science 10B', section: '10B', subject: 'Science', room: 'Lab 2', level: 'Grade 10', teacher: 1, coTeacher: 3, students: [1, 30] },
  { key: 'maths10', name: 'Mathematics 10B', section: '10B', subject: 'Mathematics', room: 'Room 14', level: 'Grade 10', teacher: 2, students: [1, 30] },
  { key: 'maths5', name: 'Mathematics 5C', section: '5C', subject: 'Mathematics', room: 'Room 3', level: 'Grade 5', teacher: 2, students: [31, 60] },
  { key: 'history8', name: 'History 8A', section: '8A', subject: 'History', room: 'Room 21', level: 'Grade 8', teacher: 4, students: [61, 90] },
  { key: 'geography8', name: 'Geography 8A', section: '8A', subject: 'Geography', room: 'Room 22', level: 'Grade 8', teacher: 4, students: [61, 90] },
  {
    key: 'computing12',
    name: 'Computer Science 12',
    section: '12',
    subject: 'Computer Science',
    room: 'Computer room',
    level: 'Grade 12',
    teacher: 3,
    students: [91, 120],
  },
];
