import type { ReactNode } from 'react'
import { BuyerFrame } from '#app/(private)/buyer-frame.tsx'
import type { Locale } from '#lib/core/i18n/config.ts'

type FinderPageProps = { locale: Locale; title: ReactNode; lead: ReactNode; children: ReactNode }

/** A buyer's page with one question in its middle. */
export function FinderPage({ locale, title, lead, children }: FinderPageProps) {
  return (
    <BuyerFrame locale={locale}>
      <div className="narrow">
        <div className="relative z-1 pt-[clamp(2rem,6vw,5rem)] pb-9">
          <h1 className="text-[clamp(2.25rem,1.8rem+2.4vw,var(--s7))] tracking-[-0.03em]">{title}</h1>
          <p className="soft mt-3 text-lg">{lead}</p>
        </div>
        {children}
      </div>
    </BuyerFrame>
  )
}
