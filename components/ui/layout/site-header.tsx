import { getTranslations } from 'next-intl/server'
import { CartLink } from '#components/checkout/cart/cart-link.tsx'
import { ButtonLink } from '#components/ui/button.tsx'
import { Icon } from '#components/ui/icon.tsx'
import { Logo } from '#components/ui/layout/logo.tsx'
import type { StoreFacts } from '#components/ui/layout/store-facts.ts'
import { LOCALE_NAMES, LOCALES, type Locale } from '#lib/core/i18n/config.ts'
import { localePath, privatePath } from '#lib/core/i18n/routing.ts'

export type Section = 'destinations' | 'trip' | 'sim-cards' | 'compatibility' | 'help'

const SECTIONS: Section[] = ['destinations', 'trip', 'sim-cards', 'compatibility', 'help']

type SiteHeaderProps = {
  locale: Locale
  store: StoreFacts
  /** The path that all languages share, for the language links of a public page. */
  path?: string
  /** Own addresses for the language links, where a page has no public path (`?lang=de`). */
  languageHrefs?: Record<Locale, string>
  current?: Section
  /** Known where a page is made for one person; a public page offers to sign in, which leads on who has. */
  isSignedIn?: boolean
}

/** Works without scripts: both menus are the browser's own disclosure. */
export async function SiteHeader({
  locale,
  store,
  path = '/',
  languageHrefs,
  current,
  isSignedIn = false,
}: SiteHeaderProps) {
  const t = await getTranslations({ locale, namespace: 'layout' })
  const cart = await getTranslations({ locale, namespace: 'cart' })
  const hrefs = languageHrefs ?? allLanguages(path)
  const toPerson = (address: string) => (languageHrefs ? address : privatePath(locale, address))
  const hasLanguages = store.languages.length > 1
  // One element in both menus: it then travels once.
  const languages = <LanguageLinks locale={locale} locales={store.languages} hrefs={hrefs} />
  const account = isSignedIn ? (
    <a href="/account">{t('footer.shop.account')}</a>
  ) : (
    <a href={toPerson('/sign-in')}>{t('signIn')}</a>
  )
  const sections = SECTIONS.filter((section) => section !== 'sim-cards' || store.hasPhysicalSims)
  const links = sections.map((section) => (
    <a key={section} href={localePath(locale, `/${section}`)} aria-current={section === current ? 'page' : undefined}>
      {t(`nav.${section}`)}
    </a>
  ))

  return (
    <header className="site-header">
      <div className="wrap">
        <Logo store={store} href={localePath(locale, '/')} label={t('home', { store: store.name })} />
        <nav className="site-nav" aria-label={t('nav.label')}>
          {links}
        </nav>
        <div className="site-tools">
          {hasLanguages ? (
            <details className="menu menu-wide" name="site-menu">
              <summary className="site-tool" aria-label={t('language.label', { language: LOCALE_NAMES[locale] })}>
                <Icon name="globe" />
                {LOCALE_NAMES[locale]}
              </summary>
              <div>{languages}</div>
            </details>
          ) : null}
          <div className="site-account">{account}</div>
          <CartLink href={toPerson('/cart')} label={cart('link')} counted={cart.raw('linkCount')} />
          <ButtonLink size="small" href={toPerson('/find')}>
            <Icon name="card" />
            {t('find')}
          </ButtonLink>
          <details className="menu menu-phone" name="site-menu">
            <summary className="site-tool" aria-label={t('menu')}>
              <Icon name="menu" />
            </summary>
            <div>
              <ul>
                {links.map((link) => (
                  <li key={link.key}>{link}</li>
                ))}
                <li>{account}</li>
              </ul>
              {hasLanguages ? (
                <>
                  <hr />
                  {languages}
                </>
              ) : null}
            </div>
          </details>
        </div>
      </div>
    </header>
  )
}

function allLanguages(path: string): Record<Locale, string> {
  const entries = LOCALES.map((locale) => [locale, localePath(locale, path)])

  return Object.fromEntries(entries) as Record<Locale, string>
}

type LanguageLinksProps = { locale: Locale; locales: readonly Locale[]; hrefs: Record<Locale, string> }

/** One link per language, each in its own words and marked as such. */
function LanguageLinks({ locale, locales, hrefs }: LanguageLinksProps) {
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
