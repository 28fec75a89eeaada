import { type Amount, type ComputedAct } from '@classwright/rules/grading/acts';

/** The form's values as typed. */
export interface ActForm {
  kind: ComputedAct['kind'];
  cells: 'empty' | 'overdue' | 'all';
  /** The number for filling, adding, scaling and the minimum. */
  value: string;
  leaveOpen: boolean;
  by: 'factor' | 'percent' | 'top';
  daily: string;
  floor: string;
  form: Extract<ComputedAct, { kind: 'lesson' }>['form'];
}

export const ACT_KINDS = ['fill', 'add', 'scale', 'at-least', 'late', 'lesson', 'excuse', 'clear'] as const satisfies readonly ComputedAct['kind'][];

export const EMPTY_FORM: ActForm = {
  ...{ kind: 'fill', cells: 'empty', value: '', leaveOpen: true, by: 'percent', daily: '10', floor: '50', form: 'better' },
};

/** Parses a typed number, also with a comma; null if it is not one. */
function readNumber(typed: string): number | null {
  const text = typed.trim().replace(/\s*%$/, '').replace('−', '-').replace(',', '.');
  return /^-?\d{1,7}(\.\d{1,4})?$/.test(text) ? Number(text) : null;
}

function readAmount(typed: string): Amount | null {
  const number = readNumber(typed);
  return number === null ? null : /%\s*$/.test(typed) ? { percent: number } : { points: number };
}

/** Returns the act that the form describes, or the field with an invalid value. The server checks the limits. */
export function toAct(form: ActForm): ComputedAct | { fault: 'value' | 'daily' | 'floor' } {
  const { kind, value } = form;
  switch (kind) {
    case 'fill': {
      const to = /^\s*ex\s*$/i.test(value) ? { excused: true as const } : readAmount(value);
      return to === null ? { fault: 'value' } : { kind, cells: form.cells, to, leave_open: form.leaveOpen };
    }
    case 'at-least': {
      const to = readAmount(value);
      return to === null ? { fault: 'value' } : { kind, to };
    }
    case 'add': {
      const points = readNumber(value);
      return points === null ? { fault: 'value' } : { kind, points };
    }
    case 'scale': {
      const number = readNumber(value);
      return number === null ? { fault: 'value' } : { kind, by: form.by, value: number };
    }
    case 'late': {
      const [percent, floor] = [readNumber(form.daily), readNumber(form.floor)];
      if (percent === null) return { fault: 'daily' };
      return floor === null ? { fault: 'floor' } : { kind, percent, floor };
    }
    case 'lesson':
      return { kind, form: form.form };
    default:
      return { kind };
  }
}
