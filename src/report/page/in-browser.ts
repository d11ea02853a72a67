/** Runs in the reader's browser: opens what a link leads to, searches, filters and copies. */

/** The page has the text of this function, which uses nothing outside of itself. */
export function inBrowser(): void {
  const all = <Of extends Element>(selector: string, within: ParentNode = document) => [
    ...within.querySelectorAll<Of>(selector),
  ];
  for (const bar of all<HTMLElement>('.filter')) bar.hidden = false;
  const rows = all<HTMLElement>('.row[data-area]');
  const bodies = document.querySelector<HTMLInputElement>('.filter [name=bodies]');
  const box = document.querySelector<HTMLInputElement>('#search');
  const chips = all<HTMLButtonElement>('.filter [data-kind]');
  const chosen = (kind: string) =>
    chips
      .filter((chip) => chip.ariaPressed === 'true' && chip.dataset['kind'] === kind)
      .map((chip) => chip.value);

  /** The first place of the word in each text of the row; that of buttons is none. */
  const hitsOf = (word: string, row: Element) =>
    all(bodies?.checked ? ':not(button)' : 'summary, summary *', row)
      .flatMap(({ childNodes }) => [...childNodes])
      .flatMap((text) => {
        const at = text instanceof Text ? text.data.toLowerCase().indexOf(word) : -1;
        const [startContainer, endContainer, endOffset] = [text, text, at + word.length];
        return at < 0 ? [] : [new StaticRange({ startContainer, startOffset: at, endContainer, endOffset })];
      });

  const filter = () => {
    const words = (box?.value.toLowerCase() ?? '').split(/\s+/).filter((word) => word !== '');
    const [verdicts, areas] = [chosen('verdict'), chosen('area')];
    const isActive = words.length + verdicts.length + areas.length > 0;
    const marked: StaticRange[] = [];
    for (const row of rows) {
      const isOf = (values: string[], value = '') => values.length === 0 || values.includes(value);
      const isIn = isOf(verdicts, row.closest('section')?.id) && isOf(areas, row.dataset['area']);
      const hits = words.map((word) => hitsOf(word, row));
      row.hidden = !isIn || hits.some(({ length }) => length === 0);
      if (!row.hidden) marked.push(...hits.flat());
    }
    CSS.highlights?.set('hit', new Highlight(...marked));
    const ofClauses = ':has(.row[data-area])';
    for (const one of all<HTMLElement>(`section${ofClauses}, .group${ofClauses}`)) {
      one.hidden = all('.row:not([hidden])', one).length === 0;
      if (one instanceof HTMLDetailsElement) one.open = isActive;
    }
    const shown = rows.filter((row) => !row.hidden).length;
    const output = document.querySelector('.filter output');
    if (output) output.textContent = isActive ? `${shown} of ${rows.length} clauses` : '';
  };
  for (const input of [box, bodies]) input?.addEventListener('input', filter);
  for (const chip of chips)
    chip.addEventListener('click', () => {
      chip.ariaPressed = `${chip.ariaPressed !== 'true'}`;
      filter();
    });

  const reveal = () => {
    const there = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    if (!there) return;
    if (there.closest('[hidden]')) {
      if (box) box.value = '';
      for (const chip of chips) chip.ariaPressed = 'false';
      filter();
    }
    for (let at: Element | null = there; at; at = at.parentElement)
      if (at instanceof HTMLDetailsElement) at.open = true;
    there.scrollIntoView();
  };
  addEventListener('hashchange', reveal);
  // A link to the current hash fires no event.
  document.addEventListener('click', (event) => {
    const link = event.target instanceof Element && event.target.closest('a[href^="#"]');
    if (link && link.getAttribute('href') === location.hash) reveal();
  });
  reveal();

  const violations = (by: number) => {
    const shown = all('#violated .row:not([hidden])');
    const at = shown.findIndex(({ id }) => `#${id}` === location.hash);
    const next = shown.at(at === -1 && by < 0 ? -1 : (at + by) % shown.length);
    if (!next) return;
    location.hash = next.id;
    reveal();
    next.querySelector('summary')?.focus({ preventScroll: true });
  };
  const press = (name: string, action: (button: HTMLButtonElement) => void) => {
    const button = document.querySelector<HTMLButtonElement>(`.filter [name=${name}]`);
    button?.addEventListener('click', () => action(button));
  };
  press('previous', () => violations(-1));
  press('next', () => violations(1));
  press('expand', (button) => {
    const isOpen = button.textContent === 'Expand all';
    for (const one of all<HTMLDetailsElement>('main details')) one.open = isOpen;
    button.textContent = isOpen ? 'Close all' : 'Expand all';
  });
  addEventListener('keydown', (event) => {
    if (event.target === box || event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === 'ArrowLeft') violations(-1);
    else if (event.key === 'ArrowRight') violations(1);
    else if (event.key === '/' && box) {
      event.preventDefault();
      box.focus();
    }
  });

  const copyButton = (name: string, text: () => string) => {
    const button = document.createElement('button');
    button.type = 'button';
    button.textContent = name;
    button.addEventListener('click', async () => {
      await navigator.clipboard.writeText(text());
      button.textContent = 'Copied';
    });
    return button;
  };
  for (const command of all('.command'))
    command.prepend(copyButton('Copy', () => command.querySelector('pre')?.textContent ?? ''));
  for (const link of all<HTMLAnchorElement>('.link a')) link.after(copyButton('Copy link', () => link.href));

  /** Longer than any run of backticks in the text, so that this stays text. */
  const ticks = (text: string, least: number) =>
    '`'.repeat(Math.max(least, ...(text.match(/`+/g) ?? []).map((run) => run.length + 1)));
  const markdown = (part: Element) => {
    const text = part.textContent ?? '';
    if (part.matches('h3, h4')) return `### ${text}`;
    if (!part.matches('pre')) return part.matches('.cap') ? `**${text}**` : text;
    return `${ticks(text, 3)}\n${text}\n${ticks(text, 3)}`;
  };
  /** A violation as the Markdown of an issue: what was found, the sentence, and the calls that show it. */
  const issue = (row: Element) => {
    const textOf = (selector: string) => row.querySelector(`summary ${selector}`)?.textContent ?? '';
    const found = textOf('.what');
    const others = all<HTMLAnchorElement>('.see a', row).map(
      (link) => document.querySelector(link.hash) ?? link,
    );
    const parts = [row, ...others].flatMap((one) => all('.inside :is(h3, h4, .case, .cap, pre)', one));
    return [
      `## ${ticks(found, 1)} ${found} ${ticks(found, 1)}`,
      `${textOf('code')}: ${textOf('.says')}`,
      ...parts.filter((part) => !part.closest('.more')).map(markdown),
    ].join('\n\n');
  };
  const violated = all('#violated .row');
  for (const row of violated)
    row.querySelector('.inside')?.prepend(copyButton('Copy as issue', () => issue(row)));
  const every = copyButton('Copy all as issue', () => violated.map(issue).join('\n\n---\n\n'));
  document.querySelector('#violated .lead')?.append(every);
}
