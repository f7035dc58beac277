import { useTranslations } from 'next-intl'
import { Field, TextField } from '#components/ui/field.tsx'
import { FINANCE_BOOKS, type FinanceBook } from '#lib/domain/admin-finance.ts'

/** Which book is meant: the one of real sales, or that of the trial. */
export function BookField({ book }: { book: FinanceBook }) {
  const t = useTranslations('admin-finance')

  return (
    <Field id="book" label={t('book.label')}>
      <select id="book" name="book" className="input" defaultValue={book}>
        {FINANCE_BOOKS.map((one) => (
          <option key={one} value={one}>
            {t(`book.${one}`)}
          </option>
        ))}
      </select>
    </Field>
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
