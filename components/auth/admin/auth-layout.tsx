import { useLocale } from 'next-intl'
import type { ReactNode } from 'react'
import { Logo } from '#components/ui/layout/site-header.tsx'
import type { StoreDetails } from '#components/ui/layout/store-details.tsx'
import { toLocale } from '#lib/core/i18n/config.ts'
import { localePath } from '#lib/core/i18n/routing.ts'

type AuthLayoutProps = { store: StoreDetails; title: string; lead: string; children: ReactNode }

/** The quiet page before the back office: one eSIM, nothing else to press. */
export function AuthLayout({ store, title, lead, children }: AuthLayoutProps) {
  const home = localePath(toLocale(useLocale()), '/')

  return (
    <main id="main" className="grid justify-items-center gap-6 px-4 pt-[clamp(1.5rem,8vh,5rem)] pb-12">
      <Logo store={store} href={home} label={store.name} />
      <section
        className="grid w-[min(100%,26rem)] gap-4 rounded-ticket border border-line bg-card p-[clamp(1.25rem,5vw,2rem)] shadow-ticket"
        aria-labelledby="door-title"
      >
        <h1 id="door-title" className="text-(length:--s3)">
          {title}
        </h1>
        <p className="soft -mt-2">{lead}</p>
        {children}
      </section>
    </main>
  )
}
