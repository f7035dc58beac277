import { getTranslations } from 'next-intl/server'
import { CurrencyText, currencyNote } from '#components/ui/currency-text.tsx'
import { ShopTools } from '#components/ui/layout/shop-tools.tsx'
import { Logo } from '#components/ui/layout/site-header.tsx'
import type { ShopCurrencies, StoreDetails } from '#components/ui/layout/store-details.tsx'
import type { Locale } from '#lib/core/i18n/config.ts'
import { currencyName } from '#lib/core/i18n/formats.ts'
import { localePath, privatePath } from '#lib/core/i18n/routing.ts'

const COLUMNS = {
  shop: {
    destinations: '/destinations',
    trip: '/trip',
    compare: '/compare',
    simCards: '/sim-cards',
    guides: '/guides',
    compatibility: '/compatibility',
    find: '/find',
    account: '/account',
  },
  help: {
    install: '/help/install-iphone',
    noService: '/help/no-service',
    all: '/help',
    contact: '/contact',
    status: '/status',
  },
  rights: {
    withdrawal: '/legal/withdrawal',
    withdraw: '/withdraw',
    terms: '/legal/terms',
    privacy: '/legal/privacy',
    imprint: '/legal/imprint',
    accessibility: '/legal/accessibility',
  },
} as const

/** Pages about one person have no language in their address. */
const PRIVATE_PATHS = new Set<string>(['/find', '/account', '/withdraw', '/contact', '/status'])

/** The links of a column; what the shop has not got is not there. */
function shownLinks(links: Record<string, string>, missing: readonly string[]): [string, string][] {
  return Object.entries(links).filter(([key]) => !missing.includes(key))
}

type SiteFooterProps = {
  locale: Locale
  store: StoreDetails & ShopCurrencies
  /** Whether this language has a guide. */
  hasGuides: boolean
  /** Whether tools of others may run here, and without any that it is said: public pages set no cookie. */
  isPublic?: boolean
}

export async function SiteFooter({ locale, store, hasGuides, isPublic = false }: SiteFooterProps) {
  const missing = [...(store.hasPhysicalSims ? [] : ['simCards']), ...(hasGuides ? [] : ['guides'])]
  const t = await getTranslations({ locale, namespace: 'layout.footer' })
  const home = await getTranslations({ locale, namespace: 'layout' })
  const hrefOf = (path: string) => {
    if (!PRIVATE_PATHS.has(path)) return localePath(locale, path)

    return isPublic ? privatePath(locale, path) : path
  }
  const others =
    store.tools.length > 0 ? <ShopTools locale={locale} tools={store.tools} /> : <span>{t('noCookies')}</span>

  return (
    <footer className="site-footer">
      <div className="wrap">
        <div className="site-footer-who">
          <Logo store={store} href={localePath(locale, '/')} label={home('home', { store: store.name })} />
          <p className="mt-2 max-w-[34ch]">
            {store.seller ? t('soldBy', { seller: store.seller }) : t('sellerMissing')}
            {store.supportEmail ? (
              <>
                {' '}
                <a className="text-link" href={`mailto:${store.supportEmail}`}>
                  <bdi>{store.supportEmail}</bdi>
                </a>
              </>
            ) : null}
          </p>
        </div>
        {Object.entries(COLUMNS).map(([column, links]) => (
          <nav key={column} aria-label={t(`${column}.title`)}>
            <h2>{t(`${column}.title`)}</h2>
            <ul>
              {shownLinks(links, missing).map(([key, path]) => (
                <li key={key}>
                  <a href={hrefOf(path)}>{t(`${column}.${key}`)}</a>
                </li>
              ))}
            </ul>
          </nav>
        ))}
        <div className="site-footer-base">
          <span>
            <CurrencyText
              of={currencyNote(t.raw('prices') as string, currencyName(store.currency, locale), store.currencies)}
            />
          </span>
          {isPublic ? others : null}
        </div>
      </div>
    </footer>
  )
}
