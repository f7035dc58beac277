import { getTranslations } from 'next-intl/server'
import type { ReactNode } from 'react'
import { CartLink } from '#components/checkout/cart/cart-link.tsx'
import { type CurrencyLabels, CurrencyMenu, CurrencyPart } from '#components/pricing/currency-menu.tsx'
import { EarlyCurrency } from '#components/pricing/early-currency.tsx'
import { ButtonLink } from '#components/ui/button.tsx'
import { Icon } from '#components/ui/icon.tsx'
import { LanguageLinks, type LanguageLinksProps, SectionLinks } from '#components/ui/layout/site-links.tsx'
import type { ShopCurrencies, StoreDetails } from '#components/ui/layout/store-details.tsx'
import { DEFAULT_LOCALE, type Locale, localeName } from '#lib/core/i18n/config.ts'
import { localePath, privatePath } from '#lib/core/i18n/routing.ts'
import { picturePath } from '#lib/settings/rules/brand.ts'

type LogoProps = { store: Pick<StoreDetails, 'name' | 'logo'>; href: string; label: string }

/** The shop's own logo; without one a half sun on the horizon with its rings: land in sight, and a signal. */
export function Logo({ store: { name, logo }, href, label }: LogoProps) {
  return (
    <a className="logo" href={href} aria-label={label}>
      {logo ? (
        <img src={picturePath(logo)} width={logo.width} height={logo.height} alt="" />
      ) : (
        <svg viewBox="0 0 30 30" aria-hidden="true">
          <path className="sun" d="M6.5 18a8.5 8.5 0 0 1 17 0z" />
          <path d="M2 18h26M7 22.5h16M12 27h6" />
        </svg>
      )}
      {logo?.hasName ? null : <span>{name}</span>}
    </a>
  )
}

/** The first stop of the keyboard; it leads to `<main id="main">`. */
export function SkipLink({ label }: { label: string }) {
  return (
    <a className="skip" href="#main">
      {label}
    </a>
  )
}

const SECTIONS = ['destinations', 'trip', 'sim-cards', 'compatibility', 'help'] as const

type SiteHeaderProps = {
  locale: Locale
  store: StoreDetails & ShopCurrencies
  /** For a page about a person, whose address names no language. Handed in, or public pages would load it as well. */
  PrivateLinks?: (props: LanguageLinksProps) => ReactNode
  /** Known where a page is made for one person; a public page offers to sign in, which leads on who has. */
  isSignedIn?: boolean
}

/** Works without scripts: both menus are the browser's own disclosure. */
export async function SiteHeader({ locale, store, PrivateLinks, isSignedIn = false }: SiteHeaderProps) {
  const t = await getTranslations({ locale, namespace: 'layout' })
  const cart = await getTranslations({ locale, namespace: 'cart' })
  const toPerson = (address: string) => (PrivateLinks ? address : privatePath(locale, address))
  const hasLanguages = store.languages.length > 1
  const Links = PrivateLinks ?? LanguageLinks
  // One element in both menus: it then travels once.
  const languages = (
    <Links
      current={locale}
      plain={DEFAULT_LOCALE}
      names={Object.fromEntries(store.languages.map((other) => [other, localeName(other)]))}
    />
  )
  const account = isSignedIn ? (
    <a href="/account">{t('footer.shop.account')}</a>
  ) : (
    <a href={toPerson('/sign-in')}>{t('signIn')}</a>
  )
  const labels = await currencyLabels(locale, store)
  const shown = SECTIONS.filter((section) => section !== 'sim-cards' || store.hasPhysicalSims)
  const names = Object.fromEntries(shown.map((section) => [section, t(`nav.${section}`)]))
  const sections = <SectionLinks prefix={localePath(locale, '/').replace(/\/$/, '')} sections={names} />

  return (
    <header
      className="site-header"
      {...(labels && { 'data-currencies': store.currencies, 'data-own': store.currency })}
    >
      <div className="wrap">
        <Logo store={store} href={localePath(locale, '/')} label={t('home', { store: store.name })} />
        <nav className="site-nav" aria-label={t('nav.label')}>
          <ul>{sections}</ul>
        </nav>
        <div className="site-tools">
          {hasLanguages ? (
            <details className="menu menu-wide" name="site-menu">
              <summary className="site-tool" aria-label={t('language.label', { language: localeName(locale) })}>
                <Icon name="globe" />
                {localeName(locale)}
              </summary>
              <div>{languages}</div>
            </details>
          ) : null}
          {labels ? <CurrencyMenu own={store.currency} labels={labels} /> : null}
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
                {sections}
                <li>{account}</li>
              </ul>
              {hasLanguages ? (
                <>
                  <hr />
                  {languages}
                </>
              ) : null}
              {labels ? <CurrencyPart own={store.currency} labels={labels} /> : null}
            </div>
          </details>
        </div>
      </div>
      {labels && !PrivateLinks ? <EarlyCurrency /> : null}
    </header>
  )
}

/** The words of the choice of a currency, in a shop that sells in several. */
async function currencyLabels(locale: Locale, { currencies }: ShopCurrencies): Promise<CurrencyLabels | null> {
  if (!currencies) return null
  const t = await getTranslations({ locale })

  return { currency: t('layout.currency'), country: t('trip.picker.placeholder') }
}

type Crumb = { name: string; href?: string }

/** The way back up; the last one is the page itself. */
export function Breadcrumbs({ label, crumbs }: { label: string; crumbs: Crumb[] }) {
  return (
    <nav aria-label={label}>
      <ol className="crumbs">
        {crumbs.map(({ name, href }) => (
          <li key={name} aria-current={href ? undefined : 'page'}>
            {href ? <a href={href}>{name}</a> : name}
          </li>
        ))}
      </ol>
    </nav>
  )
}
