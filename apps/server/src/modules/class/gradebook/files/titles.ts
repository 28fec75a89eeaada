import { toTitleKey } from '../../../../platform/spreadsheets/index.ts';

/** What a column of students holds. `name`: first and last name in one. */
export type StudentColumn = 'id' | 'email' | 'last' | 'first' | 'name';

/** What tables of grades call these columns, ours and those of other programs. Compared without case, marks and spaces. */
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
/** Private notes, and who left: they are written and never read. */
const REMARK_STARTS = ['Private note:', 'Nota privada:', 'Left the class', 'Dejó la clase'];

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

/** A column of what is said beside the grades. */
export const isRemarkTitle = (title: string): boolean => REMARK_STARTS.some((start) => title.startsWith(start));

/** A column of figures, which are reckoned and never read. */
export function isFigureTitle(title: string): boolean {
  const key = toTitleKey(title);
  return FIGURES.has(key) || FIGURE_START.test(key);
}
