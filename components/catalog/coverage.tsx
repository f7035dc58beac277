import { getTranslations } from 'next-intl/server'
import { sheetFlag } from '#components/catalog/to-board-row.ts'
import { Flag, ListedFlag } from '#components/ui/flag.tsx'
import { Icon } from '#components/ui/icon.tsx'
import type { Locale } from '#lib/core/i18n/config.ts'
import { picturePath, type ShopPicture } from '#lib/settings/rules/brand.ts'
import type { CoveredCountry, Network } from '#lib/settings/rules/shop.ts'

const OPEN_UP_TO = 24

/** The countries a multi-country destination works in, as stated; long lists can be folded. */
export async function CoverageGrid({ locale, coverage }: { locale: Locale; coverage: CoveredCountry[] | null }) {
  const t = await getTranslations({ locale, namespace: 'shop.destination' })
  if (coverage === null) return <p className="soft mt-4">{t('coversNone')}</p>
  const count = coverage.length

  return (
    <details className="panel mt-6" open={count <= OPEN_UP_TO}>
      <summary className="flex min-h-6 items-center justify-between gap-4">
        <h2 className="text-(length:--s1)">{t('coversTitle', { count, n: String(count) })}</h2>
        <Icon name="down" />
      </summary>
      <ul className="coverage mt-3">
        {coverage.map(({ iso2, name }) => (
          <li key={name}>
            {iso2 ? <ListedFlag flag={sheetFlag(iso2)} size="small" /> : <Flag iso2={null} size="small" />}
            <span>
              {name}
              {iso2 === null ? <span className="soft small"> ({t('coversUnknownSpelling')})</span> : null}
            </span>
          </li>
        ))}
      </ul>
    </details>
  )
}

const SHOWN = 8

/** The operators as the provider names them; null is said, never left out. Long lists can be unfolded. */
export async function NetworkList({ locale, networks }: { locale: Locale; networks: readonly Network[] | null }) {
  const t = await getTranslations({ locale, namespace: 'shop.destination' })
  if (networks === null || networks.length === 0) return <p className="soft">{t('networksNone')}</p>
  const isLong = networks.length > SHOWN + 2
  const first = isLong ? networks.slice(0, SHOWN) : networks
  const rest = networks.slice(first.length)

  return (
    <>
      <Networks networks={first} />
      {rest.length > 0 ? (
        <details className="group">
          <summary className="inline-flex min-h-11 items-center gap-1.5 text-[0.9375rem] font-semibold text-signal-text">
            {t('networksMore', { count: rest.length, n: String(rest.length) })}
            <Icon name="down" className="group-open:rotate-180" />
          </summary>
          <Networks networks={rest} />
        </details>
      ) : null}
    </>
  )
}

function Networks({ networks }: { networks: readonly Network[] }) {
  return (
    <ul className="networks">
      {networks.map(({ operator, generation }) => (
        <li key={`${operator} ${generation}`} className="network">
          <bdi>{operator}</bdi> {generation ? <b>{generation}</b> : null}
        </li>
      ))}
    </ul>
  )
}

export type Unknown = { name: string; text: string }

/** What nobody has stated, said plainly. */
export function Unknowns({ items }: { items: readonly Unknown[] }) {
  return (
    <ul>
      {items.map(({ name, text }) => (
        <li
          key={name}
          className="grid grid-cols-[auto_1fr] gap-x-2.5 gap-y-0.5 border-t border-line py-2.5 text-[0.9375rem] first:border-0 first:pt-0"
        >
          <Icon name="unknown" className="mt-0.5 text-ink-soft" />
          <span>
            <b className="block font-semibold">{name}</b>
            <span className="soft">{text}</span>
          </span>
        </li>
      ))}
    </ul>
  )
}

/** The store's own picture of a destination. The heading beside it names what it shows. */
export function PlacePicture({ picture: { hash, type, width, height } }: { picture: ShopPicture }) {
  return (
    <img
      className="mb-4 h-auto max-h-50 w-auto max-w-full rounded-ticket border border-line"
      src={picturePath({ hash, type })}
      width={width}
      height={height}
      alt=""
      decoding="async"
    />
  )
}
