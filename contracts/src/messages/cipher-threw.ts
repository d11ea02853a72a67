/** What is told of a cipher that throws an error of its own, which may repeat the key or the text. */
export const cipherThrew = {
  encrypt: 'the cipher threw while encrypting',
  decrypt: 'the cipher threw while decrypting: a wrong key, or a text of another cipher',
} as const;
