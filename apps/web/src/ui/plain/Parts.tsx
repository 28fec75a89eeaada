import { Fragment } from 'react';

/** Parts of a line with a dot between them, each in its own direction: a name from right to left does not turn the times beside it round. */
export const Parts = ({ of }: { of: readonly (string | null | undefined)[] }) =>
  of
    .filter((part) => part !== null && part !== undefined && part !== '')
    .map((part, index) => (
      <Fragment key={`${index} ${part}`}>
        {index > 0 && ' · '}
        <bdi>{part}</bdi>
      </Fragment>
    ));
