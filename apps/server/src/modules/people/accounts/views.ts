import type { Menus, UserView } from '@classwright/contract';
import { toColorsAddress, toLogoAddress } from '../../../platform/sites.ts';
import type { AccountRow } from './queries.ts';

export interface UserExtras {
  menus: Menus;
  rights: ReadonlySet<string>;
  hasActiveAssessment: boolean;
  pictureUrl: string | null;
  unusedPages: string[];
  reachesAll: boolean;
  lacksFactor: boolean;
  unseenNotice: number | null;
}

/** Returns "First Last", as everyone who may see the person reads it. */
export function fullName(person: { first_name: string; last_name: string }): string {
  return `${person.first_name} ${person.last_name}`.trim();
}

/** Builds the signed-in person for that person's own screens. */
export function toUserView(
  account: AccountRow,
  { menus, rights, hasActiveAssessment, pictureUrl, unusedPages, reachesAll, lacksFactor, unseenNotice }: UserExtras,
): UserView {
  const name = fullName(account);
  return {
    id: account.id,
    user_id: account.id,
    account_id: account.id,
    name,
    user_name: name,
    first_name: account.first_name,
    last_name: account.last_name,
    email: account.email,
    mobile: account.phone_number,
    user_type: account.type_name,
    picture: pictureUrl,
    photoUrl: pictureUrl,
    profile_picture: pictureUrl,
    school:
      account.school_id === null
        ? null
        : {
            id: account.school_id,
            school_name: account.school_name ?? '',
            time_zone: account.time_zone ?? 'UTC',
            logo: toLogoAddress(account.school_id, account.logo),
            colors: toColorsAddress(account.color),
          },
    time_zone: account.time_zone,
    menus,
    rights: [...rights].sort(),
    has_active_assessment: hasActiveAssessment,
    ...(lacksFactor ? { needs_factor: true } : {}),
    ...(unseenNotice === null ? {} : { unseen_notice: unseenNotice }),
    unused_pages: unusedPages,
    reaches_all: reachesAll,
    has_schools: account.has_schools,
  };
}
