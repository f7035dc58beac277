import { getTranslations } from 'next-intl/server'
import type { Locale } from '#lib/core/i18n/config.ts'

const STEPS = ['choose', 'install', 'land'] as const

/** How it works, in three lines. */
export async function Steps({ locale }: { locale: Locale }) {
  const t = await getTranslations({ locale, namespace: 'shop.home' })

  return (
    <section className="mt-18">
      <h2 className="mb-8 text-(length:--s5)">{t('stepsTitle')}</h2>
      <ol className="steps">
        {STEPS.map((step) => (
          <li key={step}>
            <h3>{t(`steps.${step}.title`)}</h3>
            <p>{t(`steps.${step}.text`)}</p>
          </li>
        ))}
      </ol>
    </section>
  )
}
