import { parseId, searchParser } from '../../../base/search.ts';

/** Parses the address: the child that is shown, and the class of the grades. */
export const parseChildrenSearch = searchParser({ child: parseId, class: parseId });
export type ChildrenSearch = ReturnType<typeof parseChildrenSearch>;
