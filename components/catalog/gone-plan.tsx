import { getTranslations } from 'next-intl/server'
import { formatPrice } from '#components/catalog/listed-plan.ts'
import { ButtonLink } from '#components/ui/button.tsx'
import type { Locale } from '#lib/core/i18n/config.ts'
import { localePath } from '#lib/core/i18n/routing.ts'
import type { ShopPlan } from '#lib/settings/rules/shop.ts'

type GonePlanProps = {
  locale: Locale
  destination: { slug: string; name: string }
  /** The plan there that is most like it, with its name; `null` where nothing is on sale. */
  nearest: { plan: ShopPlan; name: string } | null
}

/** Where an old link to a plan leads: to the plan most like it, and to all plans of the same place. */
export async function GonePlan({ locale, destination, nearest }: GonePlanProps) {
  const t = await getTranslations({ locale, namespace: 'plan.gone' })
  const nearestPrice = nearest && (await formatPrice(nearest.plan, locale))

  return (
    <div className="narrow stack py-16">
      <h1 className="text-(length:--s5)">{t('title')}</h1>
      <p className="soft">{t('text')}</p>
      {nearest ? (
        <p>
          {t.rich('nearest', {
            plan: () => (
              <a className="text-link" href={localePath(locale, `/plans/${nearest.plan.id}`)}>
                <bdi>{nearest.name}</bdi>, <bdi>{nearestPrice}</bdi>
              </a>
            ),
          })}
        </p>
      ) : null}
      <p>
        <ButtonLink tone="primary" href={localePath(locale, `/destinations/${destination.slug}`)}>
          {t('action', { name: destination.name })}
        </ButtonLink>
      </p>
    </div>
  )
}
