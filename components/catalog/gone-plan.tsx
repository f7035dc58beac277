import { getTranslations } from 'next-intl/server'
import { PlanPrice } from '#components/catalog/plan-price.tsx'
import { ButtonLink } from '#components/ui/button.tsx'
import type { Locale } from '#lib/core/i18n/config.ts'
import type { PriceFormat } from '#lib/core/i18n/formats.ts'
import { localePath } from '#lib/core/i18n/routing.ts'
import type { ShopPlan } from '#lib/settings/rules/shop.ts'

type GonePlanProps = {
  locale: Locale
  destination: { slug: string; name: string }
  /** The plan there that is most like it, with its name; `null` where nothing is on sale. */
  nearest: { plan: ShopPlan; name: string } | null
  money: PriceFormat
}

/** Where an old link to a plan leads: to the plan most like it, and to all plans of the same place. */
export async function GonePlan({ locale, destination, nearest, money }: GonePlanProps) {
  const t = await getTranslations({ locale, namespace: 'plan.gone' })

  return (
    <div className="narrow stack py-16">
      <h1 className="text-(length:--s5)">{t('title')}</h1>
      <p className="soft">{t('text')}</p>
      {nearest ? (
        <p>
          {t.rich('nearest', {
            plan: () => (
              <a className="text-link" href={localePath(locale, `/plans/${nearest.plan.id}`)}>
                <bdi>{nearest.name}</bdi>,{' '}
                <bdi>
                  <PlanPrice locale={locale} plan={nearest.plan} money={money} />
                </bdi>
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
