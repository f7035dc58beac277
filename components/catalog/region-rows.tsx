import { getTranslations } from 'next-intl/server'
import { formatAmount } from '#components/catalog/listed-plan.ts'
import { FlagRow } from '#components/catalog/region-tickets.tsx'
import { ButtonLink } from '#components/ui/button.tsx'
import type { Locale } from '#lib/core/i18n/config.ts'
import { moneyTag } from '#lib/core/i18n/formats.ts'
import { localePath } from '#lib/core/i18n/routing.ts'
import { formatMoney } from '#lib/core/rules/money.ts'
import type { RegionalOffer } from '#lib/settings/rules/shop.ts'

/** Multi-country destinations that cover the place being looked at, with their cheapest plan in words. */
export async function RegionRows({ locale, offers }: { locale: Locale; offers: RegionalOffer[] }) {
  const t = await getTranslations({ locale, namespace: 'shop' })

  return (
    <ul className="list">
      {offers.map((offer) => {
        const countries = offer.countryCount
        const title = countries
          ? `${offer.name}, ${t('board.countries', { count: countries, n: String(countries) })}`
          : offer.name

        return (
          <li key={offer.slug} className="region-row">
            <div>
              <h3>{title}</h3>
              {offer.best ? (
                <p>
                  {formatAmount(offer.best.amount, locale)}
                  {offer.best.term.kind === 'fixed' ? ', ' : ' '}
                  {termWords(offer.best.term, t)}. {t(offer.best.canTopUp ? 'region.canTopUp' : 'region.cannotTopUp')}.
                </p>
              ) : null}
            </div>
            <FlagRow iso2s={offer.flags} total={countries} more={(n) => t('region.more', { n })} />
            <ButtonLink size="small" className="num" href={localePath(locale, `/destinations/${offer.slug}`)}>
              {offer.from ? formatMoney(offer.from, moneyTag(locale)) : t('region.seePlans')}
              <span className="sr-only">, {offer.name}</span>
            </ButtonLink>
          </li>
        )
      })}
    </ul>
  )
}

type Translate = Awaited<ReturnType<typeof getTranslations<'shop'>>>

function termWords(term: NonNullable<RegionalOffer['best']>['term'], t: Translate): string {
  if (term.kind === 'fixed') return t('ticket.days', { count: term.days, n: String(term.days) })

  return `${t('ticket.everyDay')}, ${t('ticket.chooseDays', { min: String(term.minDays), max: String(term.maxDays) })}`
}
