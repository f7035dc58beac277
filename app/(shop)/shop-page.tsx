import { notFound } from 'next/navigation'
import { getTranslations, setRequestLocale } from 'next-intl/server'
import type { ComponentProps, ReactNode } from 'react'
import { hasPages, publicAddress } from '#app/(shop)/store.ts'
import { crumbsThing, StructuredData } from '#components/catalog/structured-data.tsx'
import { Breadcrumbs } from '#components/ui/layout/site-header.tsx'
import { isLocale, type Locale } from '#lib/core/i18n/config.ts'

/** What the address of a page says. In a language without pages there is nothing at any address. */
export async function shopParams<Params extends { locale: string }>(params: Promise<Params>) {
  const { locale, ...rest } = await params
  if (!isLocale(locale) || !(await hasPages(locale))) notFound()
  setRequestLocale(locale)

  return { ...rest, locale: locale as Locale }
}

/** A page under its own heading, with a sentence on what it is for. */
export function ShopPage({ title, lead, children }: { title: string; lead?: string | null; children: ReactNode }) {
  return (
    <main id="main">
      <div className="wrap">
        <div className="page-head">
          <h1>{title}</h1>
          {lead ? <p className="lead">{lead}</p> : null}
        </div>
        {children}
      </div>
    </main>
  )
}

type CrumbsPageProps = {
  locale: Locale
  crumbs: { name: string; href?: string }[]
  /** What search engines are told beside the way to the page. */
  things?: ComponentProps<typeof StructuredData>['things']
  children: ReactNode
}

/** A page with the way to it above its own heading. */
export async function CrumbsPage({ locale, crumbs, things = [], children }: CrumbsPageProps) {
  const layout = await getTranslations({ locale, namespace: 'layout' })

  return (
    <main id="main">
      <StructuredData things={[...things, crumbsThing(crumbs, publicAddress)]} />
      <div className="wrap">
        <Breadcrumbs label={layout('breadcrumbs')} crumbs={crumbs} />
        {children}
      </div>
    </main>
  )
}
