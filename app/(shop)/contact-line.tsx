import { getTranslations } from 'next-intl/server'
import type { Locale } from '#lib/core/i18n/config.ts'

/** Where a question goes that no help page answers. */
export async function ContactLine({ locale, mail }: { locale: Locale; mail: string | null }) {
  const t = await getTranslations({ locale, namespace: 'help' })

  return (
    <section className="section">
      <h2 className="mb-2">{t('contactTitle')}</h2>
      <p className="soft max-w-[60ch]">
        {mail
          ? t.rich('contact', {
              mail: () => (
                <a className="text-link" href={`mailto:${mail}`}>
                  <bdi>{mail}</bdi>
                </a>
              ),
            })
          : t('contactNone')}
      </p>
    </section>
  )
}
