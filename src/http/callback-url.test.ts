// Which callback URLs are refused, in every way in which a host can be written.
import { expect, test } from 'vitest';
import { callbackUrl, RefusedUrl, refuseClosed } from './callback-url.ts';

/** Separated by blanks. */
const REFUSED: readonly (readonly [says: string, urls: string])[] = [
  [
    'the URL must be http or https',
    'url http:// ftp://127.0.0.1/ file:///etc/passwd javascript:alert(1) http://[fe80::1%25eth0]/',
  ],
  ['the URL must not carry credentials', 'http://user:secret@127.0.0.1/ https://user@example.com/'],
  [
    'is a link-local or metadata address',
    `http://169.254.169.254/latest https://169.254.0.1:8443/ http://169.254.169.254./ http://2852039166/
    http://0xa9fea9fe/ http://0251.0376.0251.0376/ http://169.254.43518/ http://%31%36%39.254.169.254/
    http://①⑥⑨.254.169.254/ http://100.100.100.200/ http://[fe80::1]/ http://[febf:ffff::1]/
    http://[fd00:ec2::254]/ http://[FD00:0EC2:0:0::0254]/ http://[fd20:ce::254]/ http://[::ffff:169.254.169.254]/
    http://[::ffff:a9fe:a9fe]/ http://[::169.254.169.254]/ http://[64:ff9b::169.254.169.254]/
    http://[2002:a9fe:a9fe::1]/ http://[::ffff:100.100.100.200]/ http://metadata.google.internal/computeMetadata
    http://METADATA.google.internal./ http://metadata.goog/`,
  ],
];

test.each(REFUSED)('%s: %s', (says, urls) => {
  for (const url of urls.split(/\s+/)) {
    expect(() => callbackUrl(url), url).toThrow(RefusedUrl);
    expect(() => callbackUrl(url), url).toThrow(says);
  }
  expect(() => callbackUrl('')).toThrow(RefusedUrl);
});

test('any other URL is accepted', () => {
  const urls = `http://127.0.0.1:3000/hook http://localhost/ http://[::1]:8080/a?b=c http://10.0.0.1/
    http://169.253.255.255/ http://169.255.0.0/ http://[fec0::1]/ http://[fd00:ec2::253]/ http://100.100.100.201/
    http://[2001:db8::a9fe:a9fe]/ http://169.254.169.254.example/`;
  for (const url of urls.split(/\s+/)) expect(callbackUrl(url).href).toBe(new URL(url).href);
});

test('one closed address among those that a name resolves to closes the name', () => {
  expect(() => refuseClosed(['8.8.8.8', '2001:db8::1', '127.0.0.1'])).not.toThrow();
  for (const closed of ['169.254.1.1', '::ffff:169.254.1.1', 'fe80::1%eth0'])
    expect(() => refuseClosed(['8.8.8.8', closed])).toThrow(closed);
});
