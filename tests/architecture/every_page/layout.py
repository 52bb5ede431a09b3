"""Parts of a page that do not fit, as a browser lays it out."""

from playwright.sync_api import Page

MAY_SCROLL = ".crosstable-frame, .scroll-sideways, pre"
"""Elements that may be wider than the screen, because they scroll in a frame."""
_OPEN_ALL = "() => document.querySelectorAll('details').forEach(e => e.open = true)"
_LOOK = """mayScroll => {
  const main = document.querySelector('main'), width = innerWidth, faults = [];
  const cut = (element) => element && (getComputedStyle(element).clipPath !== 'none' ||
    cut(element.parentElement));
  const seen = (element) => {
    const style = getComputedStyle(element);
    return style.visibility !== 'hidden' && element.checkVisibility() && !cut(element);
  };
  const said = (text) => text.trim().replace(/\\s+/g, ' ').slice(0, 40);
  const name = (element) => element.tagName.toLowerCase() +
    [...element.classList].map(each => '.' + each).join('');
  if (document.documentElement.scrollWidth > width) faults.push('the page scrolls');
  for (const element of main.querySelectorAll('*')) {
    if (element.closest(mayScroll) || element.closest('svg') || !seen(element)) continue;
    const box = element.getBoundingClientRect();
    if (box.width && (box.right > width + 1 || box.left < -1))
      faults.push(`wider: ${name(element)} ${said(element.textContent)}`);
    if (element.scrollWidth > element.clientWidth + 1 && element.clientWidth &&
        ['auto', 'scroll'].includes(getComputedStyle(element).overflowX))
      faults.push(`scrolls: ${name(element)}`);
  }
  const words = [], walker = document.createTreeWalker(main, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const node = walker.currentNode, parent = node.parentElement;
    if (!node.data.trim() || parent.closest(mayScroll) || parent.closest('svg')) continue;
    if (parent.closest('option') || !seen(parent)) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    for (const box of range.getClientRects())
      if (box.width > 1) words.push([box, node, said(node.data)]);
  }
  words.sort((a, b) => a[0].top - b[0].top);
  words.forEach(([one, node, text], at) => {
    for (let next = at + 1; next < words.length; next++) {
      const [other, otherNode, otherText] = words[next];
      if (other.top >= one.bottom - 4) break;
      if (otherNode !== node && other.left < one.right - 2 && one.left < other.right - 2)
        faults.push(`on each other: "${text}" "${otherText}"`);
    }
  });
  return [...new Set(faults)].slice(0, 12);
}"""


def misfits(page: Page) -> list[str]:
    """Return the parts of the main content that are wider than the window, scroll
    sideways, or overlap other text, with everything unfolded.
    """
    page.evaluate(_OPEN_ALL)
    found: list[str] = page.evaluate(_LOOK, MAY_SCROLL)
    return found
