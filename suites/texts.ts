/** Texts that a provider may refuse where a text is free, and otherwise keeps whole. */
export const texts: readonly (readonly [what: string, text: string])[] = [
  ['capital and small letters', 'aBcD-EFGh'],
  ['signs of forms and addresses', 'a+b=c&d%20e;f/g?h#i'],
  ['inner white space, quotes and brackets', `a  b "c" 'd' <e>{f}[g]\\h`],
  ['letters that are not ASCII, one of them decomposed', 'Jürgen-Ju\u0308rgen-Łukasz-Ωμέγα-ß'],
  ['signs of other planes of Unicode', '🏦-𝕊-𠮷'],
  ['300 characters', 'long'.repeat(75)],
];
