import { fillText } from '#lib/core/i18n/plurals.ts'

/** A text that names the store's currency, in two parts where it follows the choice of the browser: `{currency}` in it. */
export type CurrencyNote = string | { text: string; name: string }

/** A text that names the currency of the prices. */
export function CurrencyText({ of: note }: { of: CurrencyNote }) {
  if (typeof note === 'string') return note
  const [before, after] = note.text.split('{currency}')

  return (
    <>
      {before}
      <bdi data-money={note.name} suppressHydrationWarning>
        {note.name}
      </bdi>
      {after}
    </>
  )
}

/** Returns a text with the name of the store's currency, which a browser may put another one into. */
export function currencyNote(text: string, name: string, currencies: string | undefined): CurrencyNote {
  return currencies ? { text, name } : fillText(text, { currency: name })
}
