import { getRequestConfig } from 'next-intl/server'
import { DEFAULT_LOCALE, isLocale } from '#lib/core/i18n/config.ts'
import { getMessages } from '#lib/settings/queries/texts.ts'

/** The messages of the page's language. */
export default getRequestConfig(async ({ locale: asked, requestLocale }) => {
  const wanted = asked ?? (await requestLocale) ?? ''
  const locale = isLocale(wanted) ? wanted : DEFAULT_LOCALE

  return { locale, messages: await getMessages(locale), timeZone: 'UTC' }
})
