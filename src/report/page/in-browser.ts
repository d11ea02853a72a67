/** Runs in the reader's browser: opens what a link leads to, marks the section in view, and copies commands. */

/** Its text is put on the page as it is, so it uses nothing outside of itself. */
export function inBrowser(): void {
  const reveal = () => {
    const there = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    if (!there) return;
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

  const links = [...document.querySelectorAll<HTMLAnchorElement>('nav a')];
  const mark = () => {
    const passed = links.filter((link) => {
      const section = document.querySelector(link.getAttribute('href') ?? '');
      return section && section.getBoundingClientRect().top <= innerHeight / 3;
    });
    const isAtEnd = scrollY > 0 && innerHeight + scrollY >= document.documentElement.scrollHeight - 2;
    const current = isAtEnd ? links.at(-1) : (passed.at(-1) ?? links[0]);
    if (!current || current.ariaCurrent === 'true') return;
    for (const link of links) link.ariaCurrent = link === current ? 'true' : null;
    const list = current.closest('ul');
    list?.scrollTo({ left: current.offsetLeft - list.offsetLeft - list.clientWidth / 3 });
  };
  addEventListener('scroll', mark, { passive: true });
  mark();

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
