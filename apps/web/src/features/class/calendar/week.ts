import { locale } from '../../../base/language.ts';

const [MONDAY, SATURDAY, SUNDAY] = [1, 6, 7];
/** Regions whose week begins on Sunday; elsewhere it is Monday. Source: Unicode CLDR, weekData. */
const SUNDAYS = new Set([
  'US',
  'CA',
  'MX',
  'BR',
  'CO',
  'PE',
  'VE',
  'IN',
  'IL',
  'JP',
  'KR',
  'TW',
  'HK',
  'TH',
  'PH',
  'ID',
  'SG',
  'ZA',
  'KE',
  'PK',
  'BD',
  'SA',
  'PT',
]);
const SATURDAYS = new Set(['EG', 'AE', 'IR', 'IQ', 'JO', 'KW', 'QA', 'SD', 'SY', 'DZ', 'LY', 'BH', 'OM', 'AF']);

/** Returns the first day of the week for the page's language, 1 Monday to 7 Sunday. */
export function firstDayOfWeek(): number {
  const region = new Intl.Locale(locale()).maximize().region ?? '';
  return SUNDAYS.has(region) ? SUNDAY : SATURDAYS.has(region) ? SATURDAY : MONDAY;
}
