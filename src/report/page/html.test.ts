// Text from outside stays text, wherever it is put.
import { expect, test } from 'vitest';
import { Html, html } from './html.ts';

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

test('markup is not escaped again, a list is written part by part, and nothing leaves nothing', () => {
  const items = ['<', '>'].map((text) => html`<li>${text}</li>`);
  expect(html`<ul>${items}</ul>${undefined}${false}${0}${new Html('<br>')}`.text).toBe(
    '<ul><li>&lt;</li>\n<li>&gt;</li></ul>0<br>',
  );
});
