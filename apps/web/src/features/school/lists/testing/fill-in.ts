import type { ListField } from '@classwright/contract/core/list-fields';
import type { ReferenceList } from '@classwright/contract/core/reference-list';
import { fireEvent, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { colorName, styleName } from '../names.ts';
import { t } from '../../../../base/t.ts';
import { messageOf } from '../message-of.ts';
import { fieldsOf } from '../values.ts';

/** The row that a fake server offers for every reference. It has each list's naming field. */
export const SEVEN = {
  id: 7,
  name: 'Seven',
  school_name: 'Seven',
  resource_name: 'Seven',
  policy_name: 'Seven',
  first_name: 'Seven',
  last_name: '',
  email: '',
};
/** Lists the paths at which the references of a list are looked up. */
export const targetsOf = (list: ReferenceList): string[] => fieldsOf(list).flatMap(([, { reference }]) => reference?.to.choices.path ?? []);

const TYPED: Partial<Record<ListField['kind'], string>> = { number: '3', date: '2027-01-11', time: '08:05' };

/** Fills in every field of an empty dialog. Returns the body that should then be sent. */
export async function fillIn(list: ReferenceList, dialog: HTMLElement): Promise<Record<string, unknown>> {
  const form = within(dialog);
  const sent: Record<string, unknown> = {};
  for (const [position, [name, { kind, label, offers = [], initial, begins }]] of fieldsOf(list).entries()) {
    if (list.perSchool && name === 'school_id') {
      sent[name] = null;
      continue;
    }
    switch (kind) {
      case 'flag':
        if (initial === undefined && begins === undefined) fireEvent.click(form.getByRole('radio', { name: t('common.yes') }));
        sent[name] = initial ?? begins ?? true;
        break;
      case 'colour':
        fireEvent.click(form.getByRole('radio', { name: colorName(String(offers[1])) }));
        sent[name] = offers[1];
        break;
      case 'style':
        fireEvent.click(form.getByRole('radio', { name: styleName(String(offers[1])) }));
        sent[name] = offers[1];
        break;
      case 'references':
        // The only option is already selected.
        await form.findByRole('button', { name: 'Remove Seven' });
        sent[name] = [7];
        break;
      case 'reference': {
        const field = form.getByRole('combobox', { name: messageOf(label) });
        await userEvent.click(field);
        fireEvent.change(field, { target: { value: 'Sev' } });
        await userEvent.click(await screen.findByRole('option', { name: 'Seven' }));
        sent[name] = 7;
        break;
      }
      default: {
        // The second of two days or times comes after the first.
        const typed = (TYPED[kind] ?? `${name} typed`).replace(/^2027|^08/, (start) => String(Number(start) + position).padStart(start.length, '0'));
        fireEvent.change(form.getByLabelText(messageOf(label)), { target: { value: typed } });
        sent[name] = kind === 'number' ? Number(typed) : typed;
      }
    }
  }
  return sent;
}
