import { getTranslations } from 'next-intl/server'
import { formatAmount } from '#components/catalog/listed-plan.ts'
import { ButtonLink } from '#components/ui/button.tsx'
import { Flag } from '#components/ui/flag.tsx'
import { Icon } from '#components/ui/icon.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { Panel } from '#components/ui/panel.tsx'
import { Price } from '#components/ui/price.tsx'
import type { Locale } from '#lib/core/i18n/config.ts'
import type { PriceFormat } from '#lib/core/i18n/formats.ts'
import { localePath, privatePath } from '#lib/core/i18n/routing.ts'
import type { Network, ShopPlan } from '#lib/settings/rules/shop.ts'

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

type BrandPlan = { skuId: number; name: string; iso2: string | null; plan: ShopPlan }
type BrandPlansProps = { locale: Locale; plans: BrandPlan[]; money: PriceFormat }

/** What the plans of a brand cost, place by place. They are bought for an eSIM, by its number. */
export async function BrandPlans({ locale, plans, money }: BrandPlansProps) {
  const t = await getTranslations({ locale, namespace: 'simcards.partner' })
  if (plans.length === 0) return <Notice className="mt-3">{t('noPlans')}</Notice>

  return (
    <>
      <p className="soft mt-1">{t('plansNote')}</p>
      {[...Map.groupBy(plans, ({ skuId }) => skuId)].map(([skuId, ofPlace]) => (
        <PlacePlans key={skuId} locale={locale} plans={ofPlace} money={money} />
      ))}
    </>
  )
}

async function PlacePlans({ locale, plans, money }: BrandPlansProps) {
  const t = await getTranslations({ locale, namespace: 'simcards.partner' })
  const [first] = plans
  const networks = plans.map(({ plan }) => networkText(plan.networks) ?? t('notStated'))
  const isSame = new Set(networks).size === 1

  return (
    <section className="mt-5">
      <h3 className="flex items-center gap-3">
        <Flag iso2={first?.iso2 ?? null} />
        <bdi>{first?.name}</bdi>
      </h3>
      {isSame ? <NetworkLine name={t('networks')} text={networks[0] ?? ''} /> : null}
      <ul className="brand-plans">
        {plans.map(({ plan: { id, amount: data, term, price } }, index) => {
          const amount = formatAmount(data, locale)

          return (
            <li key={id}>
              <div>
                <p>
                  {term.kind === 'fixed'
                    ? t('term', { amount, days: term.days })
                    : t('daily', { amount, min: String(term.minDays), max: String(term.maxDays) })}
                </p>
                {isSame ? null : <NetworkLine name={t('networks')} text={networks[index] ?? ''} />}
              </div>
              <p className="brand-price num">
                <Price minor={price.minor} money={money} isMetric={term.kind === 'day_pass'} />
                {term.kind === 'day_pass' ? <small>{t('aDay')}</small> : null}
              </p>
            </li>
          )
        })}
      </ul>
    </section>
  )
}

function NetworkLine({ name, text }: { name: string; text: string }) {
  return (
    <p className="small soft mt-1">
      {name}: <bdi>{text}</bdi>
    </p>
  )
}

function networkText(networks: Network[] | null): string | null {
  if (networks === null || networks.length === 0) return null

  return networks
    .map(({ operator, generation }) => (generation === null ? operator : `${operator} ${generation}`))
    .join(', ')
}

/** The other way in, beside the brands: by the number of one eSIM. */
export async function NumberPanel({ locale }: { locale: Locale }) {
  const t = await getTranslations({ locale, namespace: 'simcards.number' })

  return (
    <aside className="side side-flush">
      <Panel>
        <h2>{t('title')}</h2>
        <p>{t('body')}</p>
        <p className="actions mt-4">
          <ButtonLink tone="primary" href={privatePath(locale, '/sim-cards/check')}>
            {t('go')}
          </ButtonLink>
        </p>
      </Panel>
    </aside>
  )
}
