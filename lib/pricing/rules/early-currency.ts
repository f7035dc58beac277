/**
 * Marks a document whose prices are to be shown in another currency before the first of them is drawn, until they are. It
 * stands in pages of shops that sell in several, and the policy of public pages knows it word by word. Where a script of the
 * page does not come, prices are seen as they are.
 */
export const EARLY_CURRENCY = `try {
const { dataset } = document.documentElement, code = localStorage.getItem('currency')?.slice(0, 3)
if (code && document.querySelector('[data-currencies]').dataset.currencies.includes(code + ' ')) {
dataset.currency = code
addEventListener('error', ({ target: { src = '' } }) => src.includes('/_next/') && delete dataset.currency, true)
}
} catch {}`

/** No price is seen in such a document, or as it is where nothing tells for long that a script does not come. */
export const EARLY_CURRENCY_SHEET =
  '[data-currency] :is([data-price],[data-figure],[data-money]){visibility:hidden;animation:seen 0s 12s forwards}@keyframes seen{to{visibility:visible}}'
