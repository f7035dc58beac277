'use client'

import { useId, useSyncExternalStore } from 'react'
import type { CurrencyLabels } from '#components/pricing/currency-menu.tsx'
import { ChoiceField } from '#components/ui/choice-field.tsx'
import { toLocale } from '#lib/core/i18n/config.ts'
import { currencySign, moneyTag } from '#lib/core/i18n/formats.ts'
import { type CurrencyCode, parseCurrency } from '#lib/core/rules/currency.ts'
import {
  chosenCurrency,
  keepChoice,
  offeredTerms,
  readChoice,
  subscribeChoice,
} from '#lib/pricing/client/currency-choice.ts'
import { countriesOf } from '#lib/pricing/rules/currency-countries.ts'
import { readPriceTerms } from '#lib/pricing/rules/selling-currency.ts'

/** Country and currency: a country brings its currency. Names are the browser's own, in the language of the page. */
export function CurrencyFields({ own, labels }: { own: string; labels: CurrencyLabels }) {
  const id = useId()
  const choice = useSyncExternalStore(subscribeChoice, readChoice)
  const { lang } = document.documentElement
  const codes = [parseCurrency(own), ...readPriceTerms(offeredTerms()).map(({ code }) => code)].filter(
    (one) => one !== null,
  )
  const current = chosenCurrency() ?? own
  const countries = codes.flatMap((code) => countriesOf(code).map((country) => ({ country, code })))
  const country = countryIn(choice, current, countries)
  const collator = new Intl.Collator(lang)
  const regions = new Intl.DisplayNames(lang, { type: 'region' })
  const choose = (text: string) => {
    keepChoice(text)
    void import('./converted-prices.ts').then(({ followChoice }) => followChoice())
  }

  return (
    <>
      <ChoiceField
        id={`${id}-country`}
        label={labels.country}
        value={country}
        any={country ? undefined : ''}
        options={countries
          .map((one) => [one.country, regions.of(one.country) ?? one.country] as const)
          .sort(([, a], [, b]) => collator.compare(a, b))}
        onChange={({ target }) => {
          const code = countries.find((one) => one.country === target.value)?.code
          if (code) choose(`${code} ${target.value}`)
        }}
      />
      <ChoiceField
        id={`${id}-currency`}
        label={labels.currency}
        value={current}
        options={codes.sort().map((code) => [code, nameOf(code, lang)])}
        onChange={({ target }) => choose(target.value)}
      />
    </>
  )
}

/** The country that was chosen, else that of the browser, where it pays in the currency shown; '' where neither does. */
function countryIn(
  choice: string,
  current: string,
  countries: readonly { country: string; code: CurrencyCode }[],
): string {
  const wanted = [choice.slice(4), ...navigator.languages.map((language) => /-([A-Z]{2})\b/.exec(language)?.[1] ?? '')]
  const known = countries.filter(({ code }) => code === current).map(({ country }) => country)

  return wanted.find((one) => known.includes(one)) ?? (known.length === 1 ? (known[0] ?? '') : '')
}

/** `JPY ¥ Japanese Yen`: a narrow menu shows the beginning. Code and sign stand apart in their own direction. */
function nameOf(code: CurrencyCode, lang: string): string {
  const name = new Intl.DisplayNames(lang, { type: 'currency' }).of(code) ?? code

  return `\u2068${currencySign(code, moneyTag(toLocale(lang)))}\u2069 ${name}`
}
