import type { ReactNode } from 'react'
import { Logo } from '#components/ui/layout/site-header.tsx'
import type { StoreDetails } from '#components/ui/layout/store-details.tsx'

type AuthLayoutProps = { store: StoreDetails; title: string; lead: string; children: ReactNode }

/** The quiet page before the back office: one eSIM, nothing else to press. */
export function AuthLayout({ store, title, lead, children }: AuthLayoutProps) {
  return (
    <main id="main" className="door">
      <Logo store={store} href="/" label={store.name} />
      <section className="door-card" aria-labelledby="door-title">
        <h1 id="door-title">{title}</h1>
        <p className="soft">{lead}</p>
        {children}
      </section>
    </main>
  )
}
