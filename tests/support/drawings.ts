/** The names of the products' drawings within a part of the page. */
export const drawingsIn = (part: Element): (string | undefined)[] =>
  [...part.querySelectorAll('use')].map((use) => use.getAttribute('href')?.split('#')[1])
