import { useTranslations } from 'next-intl'
import type { Head } from '#components/admin/data-table.tsx'
import { ExactSum } from '#components/admin/exact-sum.tsx'
import { Sum } from '#components/admin/sum.tsx'
import type { FinanceFigures } from '#lib/domain/admin-finance.ts'

const NAMES = [
  ...(['revenue', 'tax', 'discount', 'refunded', 'fees', 'quoted', 'charged', 'credited', 'spent'] as const),
  'margin',
] as const

/** Returns the heads above `FigureCells`. */
export function useFigureHeads(): Head[] {
  const t = useTranslations('admin-finance.figure')

  return NAMES.map((name) => ({ head: t(name), className: 'a-num' }))
}

type FigureCellsProps = {
  figures: FinanceFigures
  /** A difference to what was booked before: nothing in it means that nothing has changed. */
  isDifference?: boolean
}

/**
 * The money of sold lines, each amount with its currency. What nobody has told is no zero: so are the fees of payment
 * providers, which none of them reports with a payment.
 */
export function FigureCells({ figures, isDifference = false }: FigureCellsProps) {
  const t = useTranslations('admin-finance')
  const { currency, costCurrency, quoted, charged, credited, lines, knownLines } = figures
  const sum = (minor: number) => <Sum minor={minor} currency={currency} />
  const cost = (text: string) => <ExactSum amount={text} currency={costCurrency} />
  const isKnown = isDifference || knownLines > 0

  return (
    <>
      <td className="a-num">{sum(figures.revenueMinor)}</td>
      <td className="a-num a-soft">{sum(figures.taxMinor)}</td>
      <td className="a-num a-soft">{sum(figures.discountMinor)}</td>
      <td className="a-num a-soft">{sum(figures.refundedMinor)}</td>
      <td className="a-num a-soft">{t('notReported')}</td>
      <td className="a-num a-soft">{cost(quoted)}</td>
      <td className="a-num a-soft">{isKnown ? cost(charged) : t('unknown')}</td>
      <td className="a-num a-soft">{isKnown ? cost(credited) : t('unknown')}</td>
      <td className="a-num a-soft">{isKnown ? sum(figures.spentMinor) : t('unknown')}</td>
      <td className="a-num">
        {isKnown ? sum(figures.marginMinor) : t('unknown')}
        {knownLines > 0 && knownLines < lines ? (
          <span className="a-sub">{t('known', { known: knownLines, lines })}</span>
        ) : null}
      </td>
    </>
  )
}
