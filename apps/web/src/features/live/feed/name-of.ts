/** A person's name as screens show it; a single name stands alone. */
export const nameOf = ({ first_name, last_name }: { first_name: string; last_name: string }): string => `${first_name} ${last_name}`.trim();
