import { useTranslations } from 'next-intl'
import { ChoiceField } from '#components/ui/admin/choice-field.tsx'
import { TextField } from '#components/ui/field.tsx'
import { FINANCE_BOOKS, type FinanceBook } from '#lib/finance/rules/admin-finance.ts'

/** Which book is meant: the one of real sales, or that of the trial. */
export function BookField({ book }: { book: FinanceBook }) {
  const t = useTranslations('admin-finance')

  return (
    <ChoiceField
      name="book"
      label={t('book.label')}
      value={book}
      options={FINANCE_BOOKS.map((one) => [one, t(`book.${one}`)])}
    />
  )
}

/** From which day to which, both included; without one of them the list is open to that side. */
export function DayFields({ from, to }: { from: string | null; to: string | null }) {
  const t = useTranslations('admin-finance')

  return (
    <>
      <TextField id="from" name="from" type="date" label={t('from')} defaultValue={from ?? ''} />
      <TextField id="to" name="to" type="date" label={t('to')} defaultValue={to ?? ''} />
    </>
  )
}
