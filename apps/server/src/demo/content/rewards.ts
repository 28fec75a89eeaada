/** The items of the demo's store. */
export const storeItems = [
  { name: 'Bookmark of the maths club', description: 'Made by the club, one of a kind each.', price: 10, stock: 20 },
  { name: 'Choose the music for the last five minutes', description: 'For one lesson, within reason.', price: 15, stock: null },
  { name: 'Sit where you like for a day', description: '', price: 20, stock: null },
  { name: 'School pencil case', description: 'Blue, with the name of the school.', price: 60, stock: 5 },
] as const;
