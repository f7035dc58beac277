import { notFound } from 'next/navigation'
import { setRequestLocale } from 'next-intl/server'
import type { ReactNode } from 'react'
import { hasPages } from '#app/(shop)/store.ts'
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
