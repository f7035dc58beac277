import { Icon } from '#components/ui/icon.tsx'
import { LOCALE_NAMES, type Locale } from '#lib/core/i18n/config.ts'

type LanguageLinksProps = { locale: Locale; locales: readonly Locale[]; hrefs: Record<Locale, string> }

/** One link per language, each in its own words and marked as such. */
export function LanguageLinks({ locale, locales, hrefs }: LanguageLinksProps) {
  return (
    <ul>
      {locales.map((other) => (
        <li key={other}>
          <a href={hrefs[other]} hrefLang={other} lang={other} aria-current={other === locale ? 'true' : undefined}>
            {LOCALE_NAMES[other]}
            {other === locale ? <Icon name="check" /> : null}
          </a>
        </li>
      ))}
    </ul>
  )
}
