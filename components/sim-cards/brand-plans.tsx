import { getTranslations } from 'next-intl/server'
import { formatAmount } from '#components/catalog/listed-plan.ts'
import { Flag } from '#components/ui/flag.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { formatMoney } from '#lib/domain/money.ts'
import type { Network, ShopPlan } from '#lib/domain/shop.ts'
import type { Locale } from '#lib/i18n/config.ts'
import { moneyTag } from '#lib/i18n/formats.ts'

type BrandPlan = { name: string; iso2: string | null; plan: ShopPlan }

/** What the plans of a brand cost and which networks they use. They are bought for a card, by its number. */
export async function BrandPlans({ locale, plans }: { locale: Locale; plans: BrandPlan[] }) {
  const t = await getTranslations({ locale, namespace: 'simcards.partner' })
  if (plans.length === 0) return <Notice className="mt-3">{t('noPlans')}</Notice>

  return (
    <>
      <p className="soft mt-1 mb-4">{t('plansNote')}</p>
      <ul className="brand-plans">
        {plans.map(({ name, iso2, plan: { id, amount: data, term, price, networks } }) => {
          const amount = formatAmount(data, locale)

          return (
            <li key={id}>
              <Flag iso2={iso2} />
              <div>
                <p>
                  <b>{name}</b>
                </p>
                <p>
                  {term.kind === 'fixed'
                    ? t('term', { amount, days: term.days })
                    : t('daily', { amount, min: String(term.minDays), max: String(term.maxDays) })}
                </p>
                <p className="small soft">
                  {t('networks')}: <bdi>{networkText(networks) ?? t('notStated')}</bdi>
                </p>
              </div>
              <p className="brand-price num">
                {formatMoney(price, moneyTag(locale))}
                {term.kind === 'day_pass' ? <small>{t('aDay')}</small> : null}
              </p>
            </li>
          )
        })}
      </ul>
    </>
  )
}

function networkText(networks: Network[] | null): string | null {
  if (networks === null || networks.length === 0) return null

  return networks
    .map(({ operator, generation }) => (generation === null ? operator : `${operator} ${generation}`))
    .join(', ')
}
