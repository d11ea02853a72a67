// Which callback addresses are refused, in every way in which an address can be written.
import { expect, test } from 'vitest';
import { callbackAddress, RefusedAddress, refuseClosed } from './callback-address.ts';

const METADATA = 'is a link-local or metadata address';

for (const [url, says] of [
  ['', 'it is no http or https address'],
  ['not a url', 'it is no http or https address'],
  ['http://', 'it is no http or https address'],
  ['ftp://127.0.0.1/', 'it is no http or https address'],
  ['file:///etc/passwd', 'it is no http or https address'],
  ['javascript:alert(1)', 'it is no http or https address'],
  ['http://[fe80::1%25eth0]/', 'it is no http or https address'],
  ['http://user:secret@127.0.0.1/', 'it carries credentials'],
  ['https://user@example.com/', 'it carries credentials'],
  ['http://169.254.169.254/latest', METADATA],
  ['https://169.254.0.1:8443/', METADATA],
  ['http://169.254.169.254./', METADATA],
  ['http://2852039166/', METADATA],
  ['http://0xa9fea9fe/', METADATA],
  ['http://0251.0376.0251.0376/', METADATA],
  ['http://169.254.43518/', METADATA],
  ['http://%31%36%39.254.169.254/', METADATA],
  ['http://①⑥⑨.254.169.254/', METADATA],
  ['http://100.100.100.200/', METADATA],
  ['http://[fe80::1]/', METADATA],
  ['http://[febf:ffff::1]/', METADATA],
  ['http://[fd00:ec2::254]/', METADATA],
  ['http://[FD00:0EC2:0:0::0254]/', METADATA],
  ['http://[fd20:ce::254]/', METADATA],
  ['http://[::ffff:169.254.169.254]/', METADATA],
  ['http://[::ffff:a9fe:a9fe]/', METADATA],
  ['http://[::169.254.169.254]/', METADATA],
  ['http://[64:ff9b::169.254.169.254]/', METADATA],
  ['http://[2002:a9fe:a9fe::1]/', METADATA],
  ['http://[::ffff:100.100.100.200]/', METADATA],
  ['http://metadata.google.internal/computeMetadata', METADATA],
  ['http://METADATA.google.internal./', METADATA],
  ['http://metadata.goog/', METADATA],
] as const) {
  test(`"${url}" ${says}`, () => {
    expect(() => callbackAddress(url)).toThrow(RefusedAddress);
    expect(() => callbackAddress(url)).toThrow(says);
  });
}

for (const url of [
  'http://127.0.0.1:3000/hook',
  'http://localhost/',
  'http://[::1]:8080/a?b=c',
  'https://client.example/notifications',
  'http://10.0.0.1/',
  'http://169.253.255.255/',
  'http://169.255.0.0/',
  'http://[fec0::1]/',
  'http://[fd00:ec2::253]/',
  'http://8.8.8.8/',
  'http://100.100.100.201/',
  'http://[2001:db8::a9fe:a9fe]/',
  'http://[::1]/',
  'http://169.254.169.254.example/',
]) {
  test(`"${url}" is taken`, () => {
    expect(callbackAddress(url).href).toBe(new URL(url).href);
  });
}

test('one closed address among those that a name resolves to closes the name', () => {
  expect(() => refuseClosed(['8.8.8.8', '2001:db8::1', '127.0.0.1'])).not.toThrow();
  expect(() => refuseClosed(['8.8.8.8', '169.254.1.1'])).toThrow(`169.254.1.1 ${METADATA}`);
  expect(() => refuseClosed(['::ffff:169.254.1.1'])).toThrow(RefusedAddress);
  expect(() => refuseClosed(['fe80::1%eth0'])).toThrow(RefusedAddress);
});
