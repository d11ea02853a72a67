// Text from outside stays text, wherever it is put.
import { expect, test } from 'vitest';
import { html } from './html.ts';

test('text is escaped in a body and in an attribute', () => {
  const text = `<script>alert("1")</script> & 'x' </style>`;
  expect(html`<p title="${text}">${text}</p>`.text).toBe(
    '<p title="&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt; &amp; &#39;x&#39; &lt;/style&gt;">' +
      '&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt; &amp; &#39;x&#39; &lt;/style&gt;</p>',
  );
});

test('signs that are not seen, or turn text around, are replaced; lines and tabs stay', () => {
  const text = 'a\u202Eb\u0000c\u200Bd\u2028e\n\tf';
  expect(html`${text}`.text).toBe('a\ufffdb\ufffdc\ufffdd\ufffde\n\tf');
});
