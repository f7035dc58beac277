import { getTranslations } from 'next-intl/server'
import { sheetFlag } from '#components/catalog/flag-sheet.ts'
import { ButtonLink } from '#components/ui/button.tsx'
import { ListedFlag } from '#components/ui/flag.tsx'
import { Ticket, TicketPart, TicketTear } from '#components/ui/ticket.tsx'
import type { Locale } from '#lib/core/i18n/config.ts'
import { moneyTag } from '#lib/core/i18n/formats.ts'
import { localePath } from '#lib/core/i18n/routing.ts'
import { formatMoney } from '#lib/core/rules/money.ts'
import type { DestinationTile } from '#lib/settings/rules/shop.ts'

const FLAGS = 6

/** Multi-country destinations as tickets. */
export async function RegionTickets({ locale, tiles }: { locale: Locale; tiles: DestinationTile[] }) {
  const t = await getTranslations({ locale, namespace: 'shop' })

  return (
    <ul className="plans">
      {tiles.map((tile) => (
        <Ticket as="li" key={tile.slug} className="plan">
          <TicketPart className="plan-head region-head">
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
                <span className="price">{formatMoney(tile.from, moneyTag(locale))}</span>
              </p>
            ) : null}
          </TicketPart>
          <TicketTear />
          <TicketPart className="region-foot">
            <FlagRow iso2s={tile.flags} total={tile.countryCount} more={(n) => t('region.more', { n })} />
            <ButtonLink size="small" href={localePath(locale, `/destinations/${tile.slug}`)}>
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
export function FlagRow({ iso2s, total, more }: FlagRowProps) {
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
