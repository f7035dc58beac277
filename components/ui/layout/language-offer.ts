import { storedText } from '#lib/core/client/stored-text.ts'

// A browser that keeps nothing is asked once a page load.
const stays = storedText('stays-in', 'localStorage')

/**
 * Offers the page in the first language of the reader's that the shop has, in no words but the names of both languages. Not
 * to who comes from a page of the shop: they are where they chose to be.
 */
export function offerLanguage(): void {
  if (document.referrer.startsWith(location.origin) || document.querySelector('.language-offer')) return
  const links = [...document.querySelectorAll<HTMLAnchorElement>('.menu-wide a[hreflang]')]
  const current = links.find(({ lang }) => lang === document.documentElement.lang)
  const wanted = navigator.languages.map((language) => language.slice(0, 2).toLowerCase())
  const [link] = wanted.flatMap((language) => links.find(({ lang }) => lang === language) ?? [])
  if (!current || !link || link === current || stays.read() === current.lang) return
  const offer = document.createElement('aside')
  offer.className =
    'language-offer fixed inset-x-0 bottom-20 z-4 mx-auto flex w-fit items-center gap-2 rounded-full border border-(--line) bg-(--card) px-3 py-2 [box-shadow:var(--shadow)]'
  offer.setAttribute('aria-label', `${link.textContent} / ${current.textContent}`)
  offer.append(
    // The link of the menu follows the reader from page to page.
    button(link, 'btn-ink', () => location.assign(link.href)),
    button(current, '', () => {
      stays.set(current.lang)
      offer.remove()
    }),
  )
  document.body.append(offer)
}

function button({ lang, textContent }: HTMLElement, tone: string, onClick: () => void): HTMLButtonElement {
  const made = document.createElement('button')
  Object.assign(made, { type: 'button', className: `btn btn-small ${tone}`, lang, textContent, onclick: onClick })

  return made
}
