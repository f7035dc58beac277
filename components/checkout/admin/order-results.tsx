import { useTranslations } from 'next-intl'
import { useEffect, useRef } from 'react'
import { GoLink } from '#components/ui/admin/go-link.tsx'
import { knownWords } from '#components/ui/admin/known-words.ts'
import { Mark } from '#components/ui/admin/mark.tsx'
import type { StaffOrderResult } from '#lib/checkout/rules/staff-order.ts'

/** What became of each customer's order. */
export function OrderResults({ rows }: { rows: StaffOrderResult[] }) {
  const t = useTranslations('admin-hands')
  const heading = useRef<HTMLHeadingElement>(null)
  const made = rows.filter(({ outcome }) => outcome !== 'refused').length
  useEffect(() => heading.current?.focus(), [])

  return (
    <section className="a-panel" aria-labelledby="new-results">
      <div className="a-ph">
        <h2 id="new-results" ref={heading} tabIndex={-1}>
          {t('new.made', { made, count: rows.length })}
        </h2>
      </div>
      <ul className="a-results">
        {rows.map(({ n, name, email, outcome, reason, order }) => (
          <li key={n}>
            <span className="a-soft">{n}</span>
            <bdi>{[name, email].filter((part) => part !== '').join(', ')}</bdi>
            {order ? (
              <GoLink className="a-id a-link" href={`/admin/orders/${order.id}`}>
                {order.number}
              </GoLink>
            ) : null}
            <Mark tone={outcome === 'refused' ? 'stop' : 'ok'}>
              {outcome === 'refused' ? knownWords(t, 'failed', reason ?? 'internal') : t(`new.outcome.${outcome}`)}
            </Mark>
          </li>
        ))}
      </ul>
    </section>
  )
}
