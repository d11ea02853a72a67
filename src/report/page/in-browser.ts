/** Runs in the reader's browser: filters lists, opens what a link leads to, and copies commands. */

/** Its text is put on the page as it is, so it uses nothing outside of itself. */
export function inBrowser(): void {
  const rowsOf = (list: Element) => [...list.querySelectorAll<HTMLElement>('.row')];

  for (const form of document.querySelectorAll<HTMLFormElement>('form.filters')) {
    const list = document.getElementById(form.dataset['of'] ?? '');
    if (!list) continue;
    const rows = rowsOf(list);
    const groups = [...list.querySelectorAll<HTMLDetailsElement>('details.group')];
    const wereOpen = groups.map((group) => group.open);
    const output = form.querySelector('output');
    const apply = () => {
      const asked = [...new FormData(form)].map(([name, value]) => [name, String(value).trim()] as const);
      const active = asked.filter(([, value]) => value !== '');
      for (const row of rows) row.hidden = !active.every(([name, value]) => holds(row, name, value));
      groups.forEach((group, at) => {
        const isEmpty = !group.querySelector('.row:not([hidden])');
        group.hidden = isEmpty;
        group.open = active.length > 0 ? !isEmpty : wereOpen[at] === true;
      });
      const left = rows.filter((row) => !row.hidden).length;
      if (output) output.textContent = `${left} of ${rows.length} ${form.dataset['noun']}`;
    };
    form.hidden = false;
    form.addEventListener('input', apply);
    form.addEventListener('submit', (event) => event.preventDefault());
    // The fields are emptied after the event.
    form.addEventListener('reset', () => setTimeout(apply));
    apply();
  }

  function holds(row: HTMLElement, name: string, value: string): boolean {
    if (name !== 'words') return (row.dataset[name] ?? '').split(' ').includes(value);
    const text = (row.querySelector('summary') ?? row).textContent?.toLowerCase() ?? '';
    return value
      .toLowerCase()
      .split(/\s+/)
      .every((word) => text.includes(word));
  }

  const reveal = () => {
    const there = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    if (!there) return;
    const list = there.closest('[id]:has(> .group)') ?? there;
    const form = document.querySelector<HTMLFormElement>(`form[data-of="${CSS.escape(list.id)}"]`);
    if (form && there.closest('[hidden]')) {
      form.reset();
      for (const row of rowsOf(list)) row.hidden = false;
      for (const group of list.querySelectorAll<HTMLElement>('.group')) group.hidden = false;
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

  for (const command of document.querySelectorAll('.command')) {
    const button = document.createElement('button');
    button.type = 'button';
    button.textContent = 'Copy';
    button.addEventListener('click', async () => {
      await navigator.clipboard.writeText(command.querySelector('pre')?.textContent ?? '');
      button.textContent = 'Copied';
    });
    command.append(button);
  }
}
