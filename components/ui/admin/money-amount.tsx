import { useTranslations } from 'next-intl'
import { exactText } from '#components/ui/admin/exact-text.ts'
import { useTag } from '#components/ui/use-tag.ts'
import { parseCurrency } from '#lib/core/rules/currency.ts'
import { money, toDecimalText } from '#lib/core/rules/money.ts'

/** An exact amount, as costs have more places than prices: two at least, its currency behind it. */
export function ExactSum({ amount, currency }: { amount: string; currency: string }) {
  const tag = useTag()

  return <bdi>{`${exactText(amount, tag)} ${currency}`}</bdi>
}

/** An amount with its currency behind it, so that columns of figures line up. `bare` where the head names it. */
export function MoneyAmount({ minor, currency, bare = false }: { minor: number; currency: string; bare?: boolean }) {
  const tag = useTag()
  const text = sumText(minor, currency, tag)

  return <bdi>{bare ? text : `${text} ${currency}`}</bdi>
}

/** Returns an amount in main units as readers of `tag` write it, without its currency. */
export function sumText(
  minor: number,
  currency: string,
  tag: string,
  { trailingZeroDisplay }: Pick<Intl.NumberFormatOptions, 'trailingZeroDisplay'> = {},
): string {
  const code = parseCurrency(currency)
  if (!code) return String(minor)
  const exact = toDecimalText(money(minor, code))
  const digits = exact.split('.')[1]?.length ?? 0
  const fraction = { minimumFractionDigits: digits, maximumFractionDigits: digits }
  const format = new Intl.NumberFormat(tag, { ...fraction, ...(trailingZeroDisplay && { trailingZeroDisplay }) })

  return format.format(exact as `${number}`).replace('-', '−')
}

/** What stands between two facts in one run of text, as the language of the reader writes it. */
export function Separator() {
  return useTranslations('admin')('comma')
}

/** How many there are, written as the language writes large numbers. */
export function FormattedNumber({ value }: { value: number }) {
  const tag = useTag()

  return <bdi>{new Intl.NumberFormat(tag).format(value)}</bdi>
}
