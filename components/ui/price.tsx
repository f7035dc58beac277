import { formatMinor, type PriceFormat } from '#lib/core/i18n/formats.ts'
import { fillText } from '#lib/core/i18n/plurals.ts'

type PriceProps = {
  /** Minor units of the store's currency. */
  minor: number
  money: PriceFormat
  /** What one pays for one piece, or for several: `450*3 900` is three of one price and one of another. */
  pieces?: string | undefined
  /** A figure that nobody pays as it stands, such as a price per day. */
  isMetric?: boolean
  /** A text with the price in it, at `{price}`. */
  text?: string | undefined
}

const PLACE = '{price}'

/**
 * A price of the shop. Where it sells in several currencies the price is an element of its own, whose text follows the
 * choice of the browser (`converted-prices.ts`): what it is in the store's currency stands in its attribute.
 */
export function Price({ minor, money, pieces = `${minor}`, isMetric = false, text = PLACE }: PriceProps) {
  const price = formatMinor(minor, money)
  if (!money.isOneOf) return fillText(text, { price })
  const [before, after] = text.split(PLACE)

  return (
    <>
      {before}
      <bdi {...(isMetric ? { 'data-figure': minor } : { 'data-price': pieces })} suppressHydrationWarning>
        {price}
      </bdi>
      {after}
    </>
  )
}
