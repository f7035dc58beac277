import { useTranslations } from 'next-intl'
import { ExactSum } from '#components/admin/exact-sum.tsx'
import { type Column, ColumnChoice, shownColumns } from '#components/admin/list-table.tsx'
import { Sum } from '#components/admin/sum.tsx'
import type { FinanceFigures } from '#lib/domain/admin-finance.ts'
import type { ListColumn } from '#lib/domain/list-columns.ts'

/** A row of figures. In a correction, nothing means that nothing has changed against what was booked before. */
type Figures = FinanceFigures & { isCorrection?: boolean }
type FigureColumn = Column<Figures, ListColumn<'figures'>>
/** The figures that somebody does not want to see, wherever they stand. */
export type HiddenFigures = readonly ListColumn<'figures'>[]

/** Lets a person choose the figures of sums, lines and closed months. */
export function FigureChoice({ hidden }: { hidden: HiddenFigures }) {
  return <ColumnChoice list="figures" columns={useAllFigures()} hidden={hidden} />
}

/**
 * The money of sold lines, each amount with its currency. What nobody has told is no zero: so are the fees of payment
 * providers, which none of them reports with a payment.
 */
export function useFigures(hidden: HiddenFigures): FigureColumn[] {
  return shownColumns(useAllFigures(), hidden)
}

function useAllFigures(): FigureColumn[] {
  const t = useTranslations('admin-finance')
  const figure = (name: FigureColumn['name'], cell: FigureColumn['cell'], className = 'a-num a-soft') => ({
    ...{ name, head: t(`figure.${name}`), className, cell },
  })
  const sum = (of: (figures: Figures) => number) => (figures: Figures) => (
    <Sum minor={of(figures)} currency={figures.currency} />
  )
  const cost = (text: string, { costCurrency }: Figures) => <ExactSum amount={text} currency={costCurrency} />
  const known = (cell: FigureColumn['cell']) => (figures: Figures) =>
    figures.isCorrection || figures.knownLines > 0 ? cell(figures) : t('unknown')

  return [
    figure(
      'revenue',
      sum(({ revenueMinor }) => revenueMinor),
      'a-num',
    ),
    figure(
      'tax',
      sum(({ taxMinor }) => taxMinor),
    ),
    figure(
      'discount',
      sum(({ discountMinor }) => discountMinor),
    ),
    figure(
      'refunded',
      sum(({ refundedMinor }) => refundedMinor),
    ),
    figure('fees', () => t('notReported')),
    figure('quoted', (figures) => cost(figures.quoted, figures)),
    figure(
      'charged',
      known((figures) => cost(figures.charged, figures)),
    ),
    figure(
      'credited',
      known((figures) => cost(figures.credited, figures)),
    ),
    figure('spent', known(sum(({ spentMinor }) => spentMinor))),
    figure('margin', (figures) => <Margin figures={figures} />, 'a-num'),
  ]
}

function Margin({ figures }: { figures: Figures }) {
  const t = useTranslations('admin-finance')
  const { marginMinor, currency, lines, knownLines, isCorrection = false } = figures
  if (!isCorrection && knownLines === 0) return t('unknown')

  return (
    <>
      <Sum minor={marginMinor} currency={currency} />
      {knownLines > 0 && knownLines < lines ? (
        <span className="a-sub">{t('known', { known: knownLines, lines })}</span>
      ) : null}
    </>
  )
}
