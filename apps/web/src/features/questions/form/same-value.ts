/** Keys tell rows apart on the page, and the address of a picture is another one every time: neither says anything. */
const SAYS_NOTHING: readonly string[] = ['key', 'src'];
const comparable = (value: unknown): string => JSON.stringify(value, (name, part: unknown) => (SAYS_NOTHING.includes(name) ? undefined : part)) ?? '';

/** Whether two values of a question's form say the same. */
export const isSameValue = (left: unknown, right: unknown): boolean => comparable(left) === comparable(right);
