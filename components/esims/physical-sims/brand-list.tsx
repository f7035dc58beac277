import { getTranslations } from 'next-intl/server'
import { Icon } from '#components/ui/icon.tsx'
import type { Locale } from '#lib/core/i18n/config.ts'
import { localePath } from '#lib/core/i18n/routing.ts'

type Brand = { slug: string; name: string; destinations: number }

/** One row for each brand. Its own picture lies with strangers, so its first letter stands in for it. */
export async function BrandList({ locale, brands }: { locale: Locale; brands: Brand[] }) {
  const t = await getTranslations({ locale, namespace: 'simcards' })

  return (
    <ul className="brands">
      {brands.map(({ slug, name, destinations }) => (
        <li key={slug}>
          <a href={localePath(locale, `/sim-cards/${slug}`)}>
            <span className="brand-mark" aria-hidden="true">
              {[...name][0]}
            </span>
            <span>
              <b>
                <bdi>{name}</bdi>
              </b>
              <small>{t('destinations', { count: destinations, n: String(destinations) })}</small>
            </span>
            <Icon name="next" className="soft" />
          </a>
        </li>
      ))}
    </ul>
  )
}
