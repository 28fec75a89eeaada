import { toTitleKey } from '../../../../platform/spreadsheets/index.ts';

/** The content of a student column. `name`: first and last name in one. */
export type StudentColumn = 'id' | 'email' | 'last' | 'first' | 'name';

/**
 * The titles of these columns in tables of grades, ours and those of other programs. Compared without case, diacritics
 * and spaces.
 */
const STUDENT_TITLES: Readonly<Record<StudentColumn, readonly string[]>> = {
  id: ['Student ID', 'account_id', 'ID del estudiante'],
  email: ['E-mail', 'Email address', 'Mail', 'Correo', 'Correo electrónico', 'E-Mail-Adresse'],
  last: ['Last name', 'Surname', 'Family name', 'Apellido', 'Apellidos', 'Nachname', 'Name (last)'],
  first: ['First name', 'Given name', 'Forename', 'Nombre', 'Nombres', 'Vorname', 'Name (first)'],
  name: ['Name', 'Student', 'Student name', 'Full name', 'Estudiante', 'Nombre completo', 'Alumno', 'Schüler'],
};
const ROW_LABELS = {
  class: ['Class', 'Clase'],
  asOf: ['As of', 'as_of', 'Estado a'],
  itemIds: ['Item ID', 'ID del elemento'],
  average: ['Class average', 'Promedio de la clase', 'Klassendurchschnitt'],
  points: ['Points', 'Max points', 'Points possible', 'Out of', 'Puntos'],
} as const;
const FIGURE_TITLES = ['Overall', 'Overall grade', 'Total', 'Average', 'Calificación general', 'Promedio'];
const FIGURE_START = /^mpg/;
/** The first words of the columns of private notes, of students who left and of roster ids. They are exported and never imported. */
const REMARK_STARTS = ['Private note:', 'Nota privada:', 'Left the class', 'Dejó la clase', 'Roster ID', 'ID de la lista'];

const STUDENT_COLUMNS = new Map(
  (Object.entries(STUDENT_TITLES) as [StudentColumn, readonly string[]][]).flatMap(([column, titles]) =>
    titles.map((title) => [toTitleKey(title), column] as const),
  ),
);
const LABELS = new Map(
  (Object.entries(ROW_LABELS) as [keyof typeof ROW_LABELS, readonly string[]][]).flatMap(([label, titles]) =>
    titles.map((title) => [toTitleKey(title), label] as const),
  ),
);
const FIGURES = new Set(FIGURE_TITLES.map(toTitleKey));

export const studentColumnOf = (title: string): StudentColumn | undefined => STUDENT_COLUMNS.get(toTitleKey(title));
export const labelOf = (text: string): keyof typeof ROW_LABELS | undefined => LABELS.get(toTitleKey(text));

/** Returns true for a column of remarks. */
export const isRemarkTitle = (title: string): boolean => REMARK_STARTS.some((start) => title.startsWith(start));

/** Returns true for a column of figures, which are computed and never imported. */
export function isFigureTitle(title: string): boolean {
  const key = toTitleKey(title);
  return FIGURES.has(key) || FIGURE_START.test(key);
}
