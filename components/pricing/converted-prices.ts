import { toLocale } from '#lib/core/i18n/config.ts'
import { currencyName, moneyTag } from '#lib/core/i18n/formats.ts'
import { formatMoney } from '#lib/core/rules/money.ts'
import { piecesIn, type ShownCurrency, shownCurrency, shownMetric } from '#lib/pricing/client/chosen-prices.ts'
import { subscribeChoice } from '#lib/pricing/client/currency-choice.ts'

/** Prices, figures, and names of the currency: what each says in the store's own stands in its attribute. */
const MARKED = '[data-price],[data-figure],[data-money]'
const ATTRIBUTES = ['data-price', 'data-figure', 'data-money']

let isWatching = false
let shown: ShownCurrency | null = null
/** A page has few different prices, and to write one takes longer than all else. */
let written = new Map<string, string>()

/** Shows the prices of the page in the currency that was chosen, now and whenever some come, go or change. */
export function followChoice(): void {
  if (isWatching) return
  isWatching = true
  subscribeChoice(showAll)
  new MutationObserver((records) => {
    for (const { type, target, addedNodes } of records) {
      // What was made while somebody chose is written once more, which changes nothing.
      if (type === 'attributes') show(target as HTMLElement)
      for (const node of addedNodes) if (node instanceof HTMLElement) showWithin(node)
    }
  }).observe(document.body, { subtree: true, childList: true, attributes: true, attributeFilter: ATTRIBUTES })
  showAll()
}

function showAll(): void {
  shown = shownCurrency()
  written = new Map()
  showWithin(document.body)
  // Until here none was to be seen. Those that come from now on are written before they are drawn.
  delete document.documentElement.dataset.currency
}

function showWithin(element: HTMLElement): void {
  if (element.matches(MARKED)) show(element)
  for (const one of element.querySelectorAll<HTMLElement>(MARKED)) show(one)
}

function show(element: HTMLElement): void {
  const { price, figure, money, text } = element.dataset
  if (!shown) return
  const key = `${price ?? ''}/${figure ?? ''}/${money ?? ''}`
  const wording = written.get(key) ?? wordingOf({ price, figure, money }, shown)
  written.set(key, wording)
  const next = text?.replace('{price}', () => wording) ?? wording
  // One text in the place of the one that React knows: it writes into the element as a whole.
  if (element.textContent !== next) element.textContent = next
}

type Marks = Record<'price' | 'figure' | 'money', string | undefined>

function wordingOf({ price, figure, money }: Marks, currency: ShownCurrency): string {
  const locale = toLocale(document.documentElement.lang)
  if (money !== undefined) return nameLike(money, currency)
  const amount = price === undefined ? shownMetric(Number(figure), currency) : piecesIn(price, currency)

  return formatMoney(amount, moneyTag(locale))
}

/** The name of the currency, with a capital where the text has one. */
function nameLike(own: string, { terms }: ShownCurrency): string {
  if (!terms) return own
  const locale = toLocale(document.documentElement.lang)
  const name = currencyName(terms.code, locale)
  const first = own.charAt(0)

  return first === first.toLocaleLowerCase(locale) ? name : name.charAt(0).toLocaleUpperCase(locale) + name.slice(1)
}
