import { useTranslations } from 'next-intl'
import { GoLink } from '#components/ui/admin/go-link.tsx'
import { knownWords } from '#components/ui/admin/known-words.ts'
import { Mark } from '#components/ui/admin/mark.tsx'
import { Button } from '#components/ui/button.tsx'
import type { BulkAct, BulkResult } from '#lib/checkout/client/backoffice.ts'

/** What was done, as the results are headed. */
export type BulkName = BulkAct['act'] | 'untag'

/** How an act ended for an order, with the number a person knows it by. */
export type TitledResult = BulkResult & { number: string }

type BulkResultsProps = { act: BulkName; rows: TitledResult[]; onClose: () => void }

/** What became of each row of an act on several. */
export function BulkResults({ act, rows, onClose }: BulkResultsProps) {
  const t = useTranslations('admin-hands')
  const done = rows.filter(({ outcome }) => outcome === 'done').length

  return (
    <section className="a-panel" aria-label={t('bulk.results')}>
      <div className="a-ph">
        <h2>{t(`bulk.did.${act}`, { done, count: rows.length })}</h2>
        <Button className="a-ph-end" size="small" onClick={onClose}>
          {t('bulk.close')}
        </Button>
      </div>
      <ul className="a-results">
        {rows.map(({ id, number, outcome, reason }) => (
          <li key={id}>
            <GoLink className="a-id a-link" href={`/admin/orders/${id}`}>
              {number}
            </GoLink>
            <Mark tone={outcome === 'done' ? 'ok' : 'stop'}>
              {outcome === 'done' ? t('bulk.done') : knownWords(t, 'failed', reason ?? 'internal')}
            </Mark>
          </li>
        ))}
      </ul>
    </section>
  )
}
