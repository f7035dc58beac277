import { getTranslations } from 'next-intl/server'
import { FinderPage } from '#app/(private)/finder-page.tsx'
import { ownTitle } from '#app/(private)/own-title.ts'
import { storeDetails } from '#app/(shop)/store.ts'
import { FindForm } from '#components/orders/find-form.tsx'
import { LinkList } from '#components/orders/link-list.tsx'
import { Icon, type IconName } from '#components/ui/icon.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { privateLocale } from '#lib/auth/private-locale.ts'
import { localePath } from '#lib/core/i18n/routing.ts'

type Way = { key: 'account' | 'wrongEmail' | 'newPhone' | 'write'; icon: IconName; href: string }

export const generateMetadata = () => ownTitle('find', (t) => t('title'))

export default async function FindPage({ searchParams }: PageProps<'/find'>) {
  const locale = await privateLocale()
  const t = await getTranslations({ locale, namespace: 'find' })
  const ways: Way[] = [
    { key: 'account', icon: 'person', href: '/account' },
    { key: 'wrongEmail', icon: 'mail', href: '/contact' },
    { key: 'newPhone', icon: 'phone', href: localePath(locale, '/help') },
    { key: 'write', icon: 'mail', href: '/contact' },
  ]

  return (
    <FinderPage locale={locale} title={t('title')} lead={t('lead')}>
      {(await searchParams).link === 'unknown' ? (
        <Notice tone="wait" className="relative z-1 mb-5">
          {t('unknownLink')}
        </Notice>
      ) : null}
      <div className="relative">
        <Art />
        <FindForm supportEmail={(await storeDetails()).supportEmail} />
      </div>
      <section className="mt-9">
        <h2 className="cap mb-2 font-text">{t('otherWays')}</h2>
        <LinkList>
          {ways.map(({ key, icon, href }) => (
            <li key={key}>
              <a href={href}>
                <Icon name={icon} />
                <span>
                  <b>{t(key)}</b>
                  <small>{t(`${key}Hint`)}</small>
                </span>
                <Icon name="next" className="soft" />
              </a>
            </li>
          ))}
        </LinkList>
      </section>
    </FinderPage>
  )
}

function Art() {
  return (
    <svg
      className="pointer-events-none absolute -end-22 bottom-full h-auto w-80 max-w-none overflow-visible fill-none stroke-line-dash stroke-[1.25] [mask:linear-gradient(to_top,#000_45%,transparent_96%)]"
      viewBox="0 0 740 380"
      aria-hidden="true"
    >
      {[120, 178, 244, 318].map((radius) => (
        <path key={radius} d={`M${370 - radius} 380a${radius} ${radius} 0 0 1 ${2 * radius} 0`} />
      ))}
      <path className="fill-signal stroke-none" d="M296 380a74 74 0 0 1 148 0z" />
    </svg>
  )
}
