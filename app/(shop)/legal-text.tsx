import { getTranslations } from 'next-intl/server'
import { ShopText } from '#app/(shop)/shop-text.tsx'
import { readText } from '#lib/content/queries/guides.ts'
import type { Locale } from '#lib/core/i18n/config.ts'
import { intlTag } from '#lib/core/i18n/formats.ts'

type LegalTextProps = { text: { version: number; publishedAt: Date; body: string }; locale: Locale }

/** A legal text of the operator, with the version and the day that it is from. Its lines end where they were ended. */
export async function LegalText({ text: { version, publishedAt, body }, locale }: LegalTextProps) {
  const t = await getTranslations({ locale, namespace: 'legal' })
  const date = new Intl.DateTimeFormat(intlTag(locale), { dateStyle: 'long', timeZone: 'UTC' }).format(publishedAt)

  return (
    <>
      <p className="soft small mt-2">{t('version', { version: String(version), date })}</p>
      <div className="guide mt-6 whitespace-pre-line">
        <ShopText locale={locale} {...(await readText(body))} />
      </div>
    </>
  )
}
