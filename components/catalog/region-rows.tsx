import { getTranslations } from 'next-intl/server'
import { formatAmount } from '#components/catalog/listed-plan.ts'
import { sheetFlag } from '#components/catalog/to-board-row.ts'
import { ButtonLink } from '#components/ui/button.tsx'
import { ListedFlag } from '#components/ui/flag.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { Price } from '#components/ui/price.tsx'
import { Ticket, TicketPart, TicketTear } from '#components/ui/ticket.tsx'
import type { Locale } from '#lib/core/i18n/config.ts'
import type { PriceFormat } from '#lib/core/i18n/formats.ts'
import { localePath } from '#lib/core/i18n/routing.ts'
import type { Destination, DestinationTile, RegionalOffer } from '#lib/settings/rules/shop.ts'

const FLAGS = 6

type RegionTicketsProps = { locale: Locale; tiles: DestinationTile[]; money: PriceFormat }

/** Multi-country destinations as tickets. */
export async function RegionTickets({ locale, tiles, money }: RegionTicketsProps) {
  const t = await getTranslations({ locale, namespace: 'shop' })

  return (
    <ul className="plans">
      {tiles.map((tile) => (
        <Ticket as="li" key={tile.slug} className="plan">
          <TicketPart className="plan-head items-start">
            <div>
              <h3>
                <bdi>{tile.name}</bdi>
              </h3>
              {tile.countryCount === null ? null : (
                <p className="soft plan-term">
                  {t('board.countries', { count: tile.countryCount, n: String(tile.countryCount) })}
                </p>
              )}
            </div>
            {tile.from ? (
              <p className="plan-cost">
                <span className="small soft">{t('board.from')}</span>{' '}
                <span className="price">
                  <Price minor={tile.from.minor} money={money} />
                </span>
              </p>
            ) : null}
          </TicketPart>
          <TicketTear />
          <TicketPart className="flex flex-wrap items-center justify-between gap-3">
            <FlagRow iso2s={tile.flags} total={tile.countryCount} more={(n) => t('region.more', { n })} />
            <ButtonLink size="small" className="ms-auto" href={localePath(locale, `/destinations/${tile.slug}`)}>
              {t('region.seePlans')}
              <span className="sr-only">: {tile.name}</span>
            </ButtonLink>
          </TicketPart>
        </Ticket>
      ))}
    </ul>
  )
}

type FlagRowProps = { iso2s: readonly string[]; total: number | null; more: (n: string) => string }

/** The first flags of several countries, and how many more there are. */
function FlagRow({ iso2s, total, more }: FlagRowProps) {
  const shown = iso2s.slice(0, FLAGS)
  const rest = Math.max(0, (total ?? iso2s.length) - shown.length)

  return (
    <div className="flags">
      {shown.map((iso2) => (
        <ListedFlag key={iso2} flag={sheetFlag(iso2)} size="small" />
      ))}
      {rest > 0 && shown.length > 0 ? <span className="ltr small soft num">{more(String(rest))}</span> : null}
    </div>
  )
}

type RegionRowsProps = { locale: Locale; offers: RegionalOffer[]; money: PriceFormat }

/** Multi-country destinations that cover the place being looked at, with their cheapest plan in words. */
export async function RegionRows({ locale, offers, money }: RegionRowsProps) {
  const t = await getTranslations({ locale, namespace: 'shop' })

  return (
    <ul className="list">
      {offers.map((offer) => {
        const countries = offer.countryCount
        const title = countries
          ? `${offer.name}, ${t('board.countries', { count: countries, n: String(countries) })}`
          : offer.name

        return (
          <li
            key={offer.slug}
            className="grid grid-cols-[minmax(0,1fr)_auto_auto] items-center gap-x-6 gap-y-2 border-t border-line px-5 py-4 first:border-0 small:grid-cols-[minmax(0,1fr)_auto] small:[&>.flags]:col-span-full small:[&>.flags]:row-start-2"
          >
            <div>
              <h3>{title}</h3>
              {offer.best ? (
                <p className="text-[0.875rem] text-ink-soft">
                  {formatAmount(offer.best.amount, locale)}
                  {offer.best.term.kind === 'fixed' ? ', ' : ' '}
                  {termLabel(offer.best.term, t)}. {t(offer.best.canTopUp ? 'region.canTopUp' : 'region.cannotTopUp')}.
                </p>
              ) : null}
            </div>
            <FlagRow iso2s={offer.flags} total={countries} more={(n) => t('region.more', { n })} />
            <ButtonLink size="small" className="num" href={localePath(locale, `/destinations/${offer.slug}`)}>
              {offer.from ? <Price minor={offer.from.minor} money={money} /> : t('region.seePlans')}
              <span className="sr-only">, {offer.name}</span>
            </ButtonLink>
          </li>
        )
      })}
    </ul>
  )
}

type Translate = Awaited<ReturnType<typeof getTranslations<'shop'>>>

function termLabel(term: NonNullable<RegionalOffer['best']>['term'], t: Translate): string {
  if (term.kind === 'fixed') return t('ticket.days', { count: term.days, n: String(term.days) })

  return `${t('ticket.everyDay')}, ${t('ticket.chooseDays', { min: String(term.minDays), max: String(term.maxDays) })}`
}

type NoPlansProps = { locale: Locale; destination: Destination; money: PriceFormat }

/** A destination without a plan says so, and shows what covers it instead. */
export async function NoPlans({ locale, destination, money }: NoPlansProps) {
  const t = await getTranslations({ locale, namespace: 'shop.destination' })
  const { name, alsoCoveredBy } = destination

  return (
    <div className="stack">
      <Notice tone="wait">
        <b className="block">{t('noneTitle')}</b>
        {t('noneText', { name })}
      </Notice>
      {alsoCoveredBy.length > 0 ? (
        <>
          <p>{t('noneRegions', { name })}</p>
          <RegionRows locale={locale} offers={alsoCoveredBy} money={money} />
        </>
      ) : null}
    </div>
  )
}
