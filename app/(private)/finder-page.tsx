import type { ReactNode } from 'react'
import { BuyerFrame } from '#app/(private)/buyer-frame.tsx'
import type { Locale } from '#lib/core/i18n/config.ts'

type FinderPageProps = { locale: Locale; title: ReactNode; lead: ReactNode; children: ReactNode }

/** A buyer's page with one question in its middle. */
export function FinderPage({ locale, title, lead, children }: FinderPageProps) {
  return (
    <BuyerFrame locale={locale}>
      <div className="narrow">
        <div className="finder-head">
          <h1>{title}</h1>
          <p className="soft mt-3 text-lg">{lead}</p>
        </div>
        {children}
      </div>
    </BuyerFrame>
  )
}
