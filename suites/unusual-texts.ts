/** Texts that a provider may refuse where a text is free, and otherwise keeps whole. */
type Text = readonly [what: string, text: string];

export const SIGNS_OF_FORMS: Text = ['signs of forms and addresses', 'a+b=c&d%20e;f/g?h#i'];
export const OTHER_PLANES: Text = ['signs of other planes of Unicode', '🏦-𝕊-𠮷'];

export const texts: readonly Text[] = [
  ['capital and small letters', 'aBcD-EFGh'],
  ['inner white space, quotes and brackets', `a  b "c" 'd' <e>{f}[g]\\h`],
  ['letters that are not ASCII, one of them decomposed', 'Jürgen-Ju\u0308rgen-Łukasz-Ωμέγα-ß'],
  ['300 characters', 'long'.repeat(75)],
  SIGNS_OF_FORMS,
  OTHER_PLANES,
];
