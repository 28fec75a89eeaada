/** Returns a person's name in the order in which every screen writes it: "Noah Adeyemi", or the one name of a person who has only one. */
export const fullName = ({ first_name, last_name }: { first_name: string; last_name: string }): string => `${first_name} ${last_name}`.trim();
