import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { EvidenceTable } from '#components/orders/admin/evidence.tsx'
import { DescriptionList } from '#components/ui/admin/description-list.tsx'
import { knownWords } from '#components/ui/admin/known-words.ts'
import { Mark } from '#components/ui/admin/mark.tsx'
import { RelativeTime } from '#components/ui/admin/relative-time.tsx'
import { Separator } from '#components/ui/admin/separator.tsx'
import { Sum } from '#components/ui/admin/sum.tsx'
import type { AdminLine } from '#lib/orders/rules/admin-order.ts'

type HeldCaseProps = { line: AdminLine; position: number; currency: string; now: Date; children?: ReactNode }

/** Why a line waits for a person: what is known in words, then what was written down. */
export function HeldCase({ line, position, currency, now, children }: HeldCaseProps) {
  const t = useTranslations('admin')
  const reason = line.reason ?? 'unknown'
  const [attempt] = line.attempts

  return (
    <section className="a-panel a-case" aria-labelledby={`case-${line.id}`}>
      <div className="a-ph">
        <h2 id={`case-${line.id}`}>
          <Mark tone="stop">{t('case.title', { reason: knownWords(t, 'held', reason) })}</Mark>
        </h2>
        <span className="a-ph-end a-meta">
          {t('case.line', { position })}
          <Separator />
          <Sum minor={line.priceMinor} currency={currency} />
          {line.heldSince ? (
            <>
              <Separator />
              <RelativeTime since={line.heldSince} now={now} />
            </>
          ) : null}
        </span>
      </div>
      <p className="a-pb">
        {knownWords(t, 'heldWhy', reason) === reason ? t('case.noWords') : knownWords(t, 'heldWhy', reason)}
      </p>
      {line.evidence.length > 0 ? <EvidenceTable rows={line.evidence} /> : null}
      {attempt ? (
        <DescriptionList
          pairs={[
            { name: t('case.attempt'), value: `${attempt.n}${t('comma')}${knownWords(t, 'attempt', attempt.state)}` },
            { name: t('fact.reference'), value: <span className="a-id a-wrap-id">{attempt.reference}</span> },
            ...(attempt.code === null ? [] : [{ name: t('fact.code'), value: String(attempt.code) }]),
            { name: t('case.looks'), value: String(attempt.looks) },
          ]}
        />
      ) : null}
      {children}
    </section>
  )
}
