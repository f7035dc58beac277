import { currencySign } from '#lib/core/i18n/formats.ts'
import { keepChoice, offeredTerms, readChoice } from '#lib/pricing/client/currency-choice.ts'
import { currencyOf } from '#lib/pricing/rules/currency-countries.ts'
import { followChoice } from './converted-prices.ts'

/**
 * Offers the currency of the country that the browser names, in no words but the names of both. It changes nothing by
 * itself: many browsers name a country that their owner does not live in. One offer at a time: that of the language first.
 */
export function offerCurrency(own: string): void {
  const { lang } = document.documentElement
  const [, country = ''] = /-([A-Z]{2})\b/.exec(navigator.language) ?? []
  const code = currencyOf(country)
  const isInOwnWords = navigator.language.startsWith(lang)
  if (!code || code === own || !offeredTerms().includes(`${code} `) || !isInOwnWords || readChoice() !== '') return
  const names = new Intl.DisplayNames(lang, { type: 'currency' })
  const offer = document.createElement('aside')
  offer.className =
    'currency-offer fixed inset-x-0 bottom-20 z-4 mx-auto flex w-fit items-center gap-2 rounded-full border border-(--line) bg-(--card) px-3 py-2 [box-shadow:var(--shadow)]'
  offer.setAttribute('aria-label', `${names.of(code)} / ${names.of(own)}`)
  const choose = (choice: string) => () => {
    keepChoice(choice)
    followChoice()
    offer.remove()
  }
  offer.append(
    button(currencySign(code, lang), 'btn-ink', choose(`${code} ${country}`)),
    button(currencySign(own, lang), '', choose(own)),
  )
  document.body.append(offer)
}

function button(text: string, tone: string, onClick: () => void): HTMLButtonElement {
  const made = document.createElement('button')
  Object.assign(made, { type: 'button', className: `btn btn-small ${tone}`, textContent: text, onclick: onClick })

  return made
}
