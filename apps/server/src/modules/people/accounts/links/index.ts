/** One-time links, sign-in cards and passwords. */
import type { Implementation } from '../../../../platform/http/index.ts';
import type { AccountsDependencies } from '../dependencies.ts';
import type { SignInThrottle } from '../guessing/index.ts';
import { implementAccountLink } from './account-link.ts';
import { implementLinkUse } from './link-use.ts';
import { implementPasswordChange } from './password-change.ts';
import { implementPictureCards } from './picture-cards.ts';
import { implementSetUp } from './set-up.ts';

export function implementLinks(dependencies: AccountsDependencies, throttle: SignInThrottle): Implementation[] {
  return [
    ...implementLinkUse(dependencies),
    ...implementSetUp(dependencies),
    ...implementPasswordChange(dependencies, throttle),
    ...implementAccountLink(dependencies),
    ...implementPictureCards(dependencies, throttle),
  ];
}
