import { reference, replaced, text } from '../core/list-fields.ts';
import { defineReferenceList } from '../core/reference-list.ts';

export const schools = defineReferenceList({
  name: 'school',
  noun: 'school',
  path: '/schools',
  route: 'schools',
  table: 'schools',
  isShared: false,
  title: { one: 'list.school', many: 'list.school.many', about: 'list.school.about' },
  resource: 'schools',
  read: 'signed-in',
  naming: 'school_name',
  fields: {
    school_name: text({ label: 'list.field.schoolName', asked: 'list.field.name', mayStayEmpty: true }),
    city: text({ label: 'list.field.city', half: true, mayStayEmpty: true }),
    state: text({ label: 'list.field.state', half: true, mayStayEmpty: true }),
    zip: text({ label: 'list.field.zip', max: 20, half: true, mayStayEmpty: true }),
    district: text({ label: 'list.field.district', half: true, mayStayEmpty: true }),
    contact_name: text({ label: 'list.field.contactName', half: true, mayStayEmpty: true }),
    phone: text({ label: 'list.field.phone', max: 50, half: true, mayStayEmpty: true }),
    address: text({ label: 'list.field.address', max: 500, mayStayEmpty: true }),
    domain: text({ label: 'list.field.domain', hint: 'list.hint.domain', max: 253, optional: true }),
  },
  search: ['school_name', 'city', 'district', 'domain'],
  deletion: 'archive',
});

/** The fields of a list whose rows belong to one school or to all. A row keeps its school. */
export const ofSchool = {
  school_id: reference({ label: 'list.field.school', hint: 'list.hint.ofSchool', to: schools.target, as: 'school_name', optional: true }),
  replaces_id: replaced(),
};
